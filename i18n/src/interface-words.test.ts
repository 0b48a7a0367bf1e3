import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resources } from './index.ts'

const { es, en } = resources

/** Rows of a section's table in the glossary, without its head. */
function tableOf(section: string): string[][] {
  const glossary = readFileSync(join(import.meta.dirname, '../../docs/GLOSSARY.md'), 'utf8')
  const [, text = ''] = glossary.split(`\n## ${section}\n`)
  const [own = ''] = text.split('\n## ')
  return own
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const phrasesOf = (cell: string) => (cell === '–' ? [] : cell.split(',').map((phrase) => phrase.trim()))

/** The texts that contain a phrase as whole words, in singular or plural. */
function usesOf(phrase: string, texts: Readonly<Record<string, string>>): string[] {
  const letters = phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`(?<![\\p{L}{-])${letters}(s|es)?(?![\\p{L}}-])`, 'iu')
  return Object.entries(texts)
    .filter(([, text]) => pattern.test(text))
    .map(([key, text]) => `${key}: ${text}`)
}

describe('the words of the interface', () => {
  const rows = tableOf('Words of the interface')

  it('are listed with both languages', () => {
    expect(rows.length).toBeGreaterThan(15)
    for (const row of rows) expect(row).toHaveLength(4)
  })

  it.each(rows)(
    '%s, %s replace other words',
    (spanish = '', english = '', notSpanish = '', notEnglish = '') => {
      expect(phrasesOf(notSpanish).flatMap((phrase) => usesOf(phrase, es))).toEqual([])
      expect(phrasesOf(notEnglish).flatMap((phrase) => usesOf(phrase, en))).toEqual([])
      // A term that no text uses is out of date.
      expect([usesOf(spanish, es).length, usesOf(english, en).length]).not.toContain(0)
    },
  )

  it('find a replaced word in singular and plural, and no longer word that contains it', () => {
    const texts = { one: 'Dos choferes', two: 'Chofer', three: 'Choferil', four: 'Hola {{chofer}}' }
    expect(usesOf('chofer', texts)).toEqual(['one: Dos choferes', 'two: Chofer'])
  })
})

/** Keys of one name that label different things, or agree with a noun's gender. */
const differing = new Set(['type', 'name', 'state', 'isActive', 'createdAt', 'user'])

describe('one label for one thing', () => {
  it.each(['es', 'en'] as const)('labels a field alike on every screen and in the audit: %s', (language) => {
    const labels = new Map<string, Set<string>>()
    for (const [key, text] of Object.entries(resources[language])) {
      const [, name] = /\.field\.(\w+)$/.exec(key) ?? []
      if (name === undefined || differing.has(name)) continue
      labels.set(name, (labels.get(name) ?? new Set()).add(text))
    }
    expect(labels.size).toBeGreaterThan(100)
    expect(
      [...labels].filter(([, texts]) => texts.size > 1).map(([name, texts]) => [name, ...texts]),
    ).toEqual([])
  })

  it.each(['es', 'en'] as const)(
    'names a service’s status alike on every screen and in the audit: %s',
    (language) => {
      const texts: Readonly<Record<string, string>> = resources[language]
      for (const status of ['created', 'on_dispatch', 'vehicle_assigned', 'in_progress', 'completed'])
        expect(texts[`audit.value.${status}`], status).toBe(texts[`services.status.${status}`])
    },
  )

  it('names the open statuses in English as on the cards of the control panel, which the specification words', () => {
    for (const status of ['on_dispatch', 'vehicle_assigned', 'in_progress'] as const)
      expect(en[`services.status.${status}`]).toBe(en[`services.card.${status}`])
  })

  it.each(['es', 'en'] as const)('names a role alike for users and for contacts: %s', (language) => {
    const texts: Readonly<Record<string, string>> = resources[language]
    const roles = Object.keys(texts).filter((key) => key.startsWith('users.role.'))
    expect(roles.length).toBeGreaterThan(5)
    for (const key of roles) {
      const ofContact = texts[key.replace('users.', 'directory.')]
      if (ofContact !== undefined) expect(texts[key]).toBe(ofContact)
    }
  })
})
