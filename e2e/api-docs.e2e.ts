import { expect, test } from './harness/test.ts'

test('the API documentation loads under the content security policy', async ({ open, complaints }) => {
  const page = await open(null, '/v1/docs')
  await page.getByRole('link', { name: 'account', exact: true }).click()
  await page.getByRole('button', { name: /^GET .* One’s own account$/ }).click()
  await expect(page.getByText('twoFactorEnabled').first()).toBeVisible()
  expect(complaints).toEqual([])
})
