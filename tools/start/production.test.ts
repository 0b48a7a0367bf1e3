import { describe, expect, it } from 'vitest'
import { missingForProduction } from './production.ts'

const good = {
  RUMBO_SECRET: 'x'.repeat(40),
  RUMBO_PUBLIC_URL: 'https://fleet.example.com',
  RUMBO_ADMIN_EMAIL: 'admin@example.com',
  RUMBO_ADMIN_PASSWORD: 'A-long-password-1!',
}
const usual = { isRoot: false, isDemoDataDir: false, isFirstStart: true }

describe('a start for production', () => {
  it('continues if nothing is missing', () => {
    expect(missingForProduction(good, usual)).toEqual([])
  })

  it('names all missing variables at once, and what to set', () => {
    const sentences = missingForProduction({}, usual)
    expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual(Object.keys(good))
    for (const sentence of sentences) expect(sentence).toMatch(/set it to/)
  })

  it('requires the first super admin at the first start only', () => {
    const { RUMBO_SECRET, RUMBO_PUBLIC_URL } = good
    expect(
      missingForProduction({ RUMBO_SECRET, RUMBO_PUBLIC_URL }, { ...usual, isFirstStart: false }),
    ).toEqual([])
  })

  it('refuses root unless allowed, a data directory of the demo, and the demo', () => {
    expect(missingForProduction(good, { ...usual, isRoot: true })).toHaveLength(1)
    expect(missingForProduction({ ...good, RUMBO_ALLOW_ROOT: '1' }, { ...usual, isRoot: true })).toEqual([])
    expect(missingForProduction(good, { ...usual, isDemoDataDir: true })[0]).toContain('RUMBO_DATA_DIR')
    expect(missingForProduction({ ...good, RUMBO_DEMO: '1' }, usual)[0]).toContain('RUMBO_DEMO')
  })
})
