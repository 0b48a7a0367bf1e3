import { createHash, randomBytes } from 'node:crypto'

/** 144 random bits, so a plain hash is enough for storage; a multiple of three bytes needs no padding. */
export const newLinkToken = (): string => randomBytes(18).toString('base64url')
export const hashLinkToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
