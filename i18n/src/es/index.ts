import { flatten } from '../texts.ts'
import { firstDomains } from './first.ts'
import { laterDomains } from './later.ts'
import { mails } from './mails.ts'

/** Spanish texts by domain: the source of every key's type. Mails are worded by the server alone. */
export const domains = { ...firstDomains, ...laterDomains, mails } as const

/** Spanish texts by `domain.key`. */
export const texts = flatten(domains)
