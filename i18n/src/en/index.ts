import { flatten } from '../texts.ts'
import { firstDomains } from './first.ts'
import { laterDomains } from './later.ts'
import { mails } from './mails.ts'

/** English texts by `domain.key`. */
export const texts = flatten({ ...firstDomains, ...laterDomains, mails })
