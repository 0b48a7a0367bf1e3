import { describe, expect, it } from 'vitest'
import { testPasswordCost } from '../identity.factory.ts'
import { createPasswords, hashPassword } from './identity.passwords.ts'

describe('a password', () => {
  it('is hashed with Argon2id, 19 MiB and two passes by default', async () => {
    const parameters = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/
    expect(await hashPassword('Rumbo-2026!')).toMatch(parameters)
    expect(await createPasswords().hash('Rumbo-2026!')).toMatch(parameters)
  })

  it('matches only its own hash, whatever the parameters of that hash', async () => {
    const passwords = createPasswords(testPasswordCost)
    const stored = await hashPassword('Rumbo-2026!')
    expect(await passwords.isRight(stored, 'Rumbo-2026!')).toBe(true)
    expect(await passwords.isRight(stored, 'Rumbo-2026?')).toBe(false)
    expect(await passwords.isRight(null, 'the password of an unknown user')).toBe(false)
  })
})
