import { expect, it } from 'vitest'
import { earliestPaper } from './vehicle-papers.rules.ts'

it.each('of insurance %s and permit %s returns the earlier date')('of insurance %s and permit %s the earlier counts', (insuranceExpiresOn, licenceExpiresOn, expected) => {
  expect(earliestPaper({ insuranceExpiresOn, licenceExpiresOn })).toEqual(expected)
})
