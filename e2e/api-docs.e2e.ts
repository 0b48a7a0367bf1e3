import { expect, test } from './harness/test.ts'

test('the API documentation loads under the content security policy', async ({ open, complaints }) => {
  const page = await open(null, '/v1/docs')
  // The page reads a document of hundreds of operations, which takes long beside other load.
  await page.getByRole('link', { name: 'account', exact: true }).click({ timeout: 60_000 })
  await page.getByRole('button', { name: /^GET .* One’s own account$/ }).click()
  await expect(page.getByText('twoFactorEnabled').first()).toBeVisible()
  expect(complaints).toEqual([])
})
