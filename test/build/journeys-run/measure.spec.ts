import { test } from '@playwright/test'

test('is measured', () => {})
