import { flatten } from '../texts.ts'
import { firstDomains } from './first.ts'
import { laterDomains } from './later.ts'

/** Spanish texts by domain: the source of every key's type. */
export const domains = { ...firstDomains, ...laterDomains } as const

/** Spanish texts by `domain.key`. */
export const texts = flatten(domains)
