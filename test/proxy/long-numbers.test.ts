import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tracking } from '../../src/contract/tracking.ts'
import { startStack } from '../stack.ts'
import { startOddService } from './odd-service.ts'

for (const number of ['9400111899223197428490', '92055901755477000', '9400110200881113', '9400110200881112', '123456789012'])
  test(`a tracking number of ${number.length} digits that a service writes as a number is shown with all digits: ${number}`, async (t) => {
    const shipment = `{"shop_shipment_id": 12345678901234567890, "tracking_number": ${number}, "events": []}`
    const packages = `[{"tracking_number": ${number}, "carrier": "USPS", "timeline": [], "shop_shipment_ids": [12345678901234567890]}]`
    const { address } = await startOddService({
      body: `{"order_number": "K-2", "email": "mira@example.com", "shipments": [${shipment}], "packages": ${packages}}`,
    })
    const stack = await startStack({ settings: { TRACK_BASE_URL: address } })
    t.after(() => stack.stop())

    const { packages: shown } = await stack.browser(tracking).trackOrder({ order_number: 'K-2', email: 'mira@example.com' })

    assert.deepEqual(
      shown.map(({ tracking_number }) => tracking_number),
      [number],
    )
  })
