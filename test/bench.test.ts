// A figure that is missed ends `npm run bench` with 1, so that a script that runs it learns of it.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** Measures this value against a bound of 2, and concludes as the command does. */
function measure(value: number, options: object) {
  const figures = new URL('../scripts/bench/figures.ts', import.meta.url).href
  const program = `import { conclude, print, ratio } from '${figures}'
    print('time of a quote', ${value}, 'ms', ratio(${value}, 1, 'at rest', { most: 2 }))
    conclude(${JSON.stringify(options)})`
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], { encoding: 'utf8' })
  return { status, stdout }
}

test('npm run bench ends with 1 and names the figure that was missed, with 0 when all are met, and with --report in any case', () => {
  const [met, missed, reported] = [measure(1, {}), measure(3, {}), measure(3, { report: true })]

  assert.deepEqual([met.status, missed.status, reported.status], [0, 1, 0])
  assert.match(missed.stdout, /1 figure is MISSED:\n +time of a quote: 3\.00 x at rest, at most 2: MISSED\n/)
  assert.match(reported.stdout, /1 figure is MISSED:/)
  assert.doesNotMatch(met.stdout, /MISSED/)
})
