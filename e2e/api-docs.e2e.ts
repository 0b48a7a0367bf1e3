import { expect, test } from './harness/test.ts'

test('the API documentation loads under the content security policy', async ({ open, complaints }) => {
  test.setTimeout(240_000)
  const page = await open(null, '/v1/docs')
  // The page reads a document of hundreds of operations, which takes long beside other load.
  const slow = { timeout: 60_000 }
  await page.getByRole('link', { name: 'account', exact: true }).click(slow)
  await page.getByRole('button', { name: /^GET .* One’s own account$/ }).click(slow)
  await expect(page.getByText('twoFactorEnabled').first()).toBeVisible(slow)
  expect(complaints).toEqual([])
})
