import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts short texts for the database. */
export interface Seal {
  seal(text: string): string
  /** @throws if the text was encrypted with another secret or for another use, or is damaged */
  unseal(sealed: string): string
}

/** AES-256-GCM with a key derived from the installation's secret, one key for each use. */
export function createSeal(secret: string, use: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, 'rumbo', use, 32))
  return {
    seal(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
