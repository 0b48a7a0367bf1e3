import { randomBytes } from 'node:crypto'

/** Letters and digits that survive a mail server which writes addresses in lower case. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const tokenLength = 26
const tokenForm = new RegExp(`^[${alphabet}]{${tokenLength}}$`)

/** What nobody guesses: 130 random bits. Who has it may reply in the conversation. */
export const newReplyToken = (): string =>
  Array.from(randomBytes(tokenLength), (byte) => alphabet[byte % alphabet.length]).join('')

const partsOf = (address: string): [local: string, host: string] => {
  const at = address.lastIndexOf('@')
  return [address.slice(0, at), address.slice(at + 1)]
}

/** @param base such as `respuestas@example.com`. @returns such as `respuestas+token@example.com` */
export function replyAddressOf(base: string, token: string): string {
  const [local, host] = partsOf(base)
  return `${local}+${token}@${host}`
}

/** The tokens in addresses that were replied to, in order, each once; other addresses are passed over. */
export function replyTokensIn(base: string, addresses: readonly string[]): string[] {
  const [local, host] = partsOf(base.toLowerCase())
  const tokens = addresses.flatMap((address) => {
    const [given, givenHost] = partsOf(address.trim().toLowerCase())
    const token = given.slice(local.length + 1)
    return givenHost === host && given.startsWith(`${local}+`) && tokenForm.test(token) ? [token] : []
  })
  return [...new Set(tokens)]
}
