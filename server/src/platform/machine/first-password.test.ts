import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { firstPasswordFile, showFirstPassword } from './first-password.ts'

const admin = { username: 'admin', password: 'Secreta-Larga-1!' }
let dataDir: string
let shown: string
const terminal = (isTTY: boolean) => ({
  isTTY,
  write(text: string | Uint8Array) {
    shown += text
    return true
  },
})

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rumbo-password-'))
  shown = ''
})
afterEach(() => rmSync(dataDir, { recursive: true }))

it('shows the password once on a terminal and keeps it nowhere', () => {
  expect(showFirstPassword(admin, { dataDir, terminal: terminal(true) })).toBeNull()
  expect(shown).toContain(admin.password)
  expect(() => statSync(firstPasswordFile(dataDir))).toThrow('ENOENT')
})

it('keeps it out of logs: in a file that only this user reads', () => {
  const sentence = showFirstPassword(admin, { dataDir, terminal: terminal(false) })
  expect(shown).toBe('')
  expect(sentence).toContain(firstPasswordFile(dataDir))
  expect(sentence).not.toContain(admin.password)
  expect(readFileSync(firstPasswordFile(dataDir), 'utf8')).toBe(`admin ${admin.password}\n`)
  expect(statSync(firstPasswordFile(dataDir)).mode & 0o777).toBe(0o600)
})

it('logs what to do if the file cannot be written, without the password', () => {
  const sentence = showFirstPassword(admin, { dataDir: join(dataDir, 'none'), terminal: terminal(false) })
  expect(sentence).toContain('ENOENT')
  expect(sentence).not.toContain(admin.password)
})
