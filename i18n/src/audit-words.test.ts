import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changeLines, type Wording, wordsOfAction, wordsOfEntity, wordsOfField } from './audit-words.ts'
import { type Language, translate } from './index.ts'

const wordingOf =
  (language: Language): Wording =>
  (key, ...params) =>
    translate(language, key, ...params)
const es = wordingOf('es')
const en = wordingOf('en')

/** Every action the server writes as a plain text, by reading its sources. */
function writtenActions(): string[] {
  const root = join(import.meta.dirname, '../../server/src')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.actions.ts') || name.endsWith('.sign-in.ts') || name.endsWith('.access.ts'),
  )
  const found = files.flatMap((name) => [
    ...readFileSync(join(root, name), 'utf8').matchAll(
      /'((?:user|session|company|fleet|contact|directory|vehicle|service|invitation|message|device|command|event|geofence|watchpoint|payment|cash|plan)\.[a-z_]+)'/g,
    ),
  ])
  return [...new Set(found.map(([, action = '']) => action))].filter(
    (action) =>
      !/^directory\.(import|export|addresses|contacts|linked_users)$|^event\.(raised|escalated|handled)$/.test(
        action,
      ),
  )
}

describe('an audit entry in words', () => {
  it('has a text for every action the server writes, in both languages', () => {
    const actions = writtenActions()
    expect(actions.length).toBeGreaterThan(30)
    for (const [language, word] of [
      ['es', es],
      ['en', en],
    ] as const) {
      const bare = actions.filter((action) => {
        const verb = action.split('.')[1] ?? ''
        const keys = [`audit.action.${action}`, `audit.verb.${verb}`]
        return keys.every((key) => translate(language, key as 'audit.title') === key)
      })
      expect(bare).toEqual([])
      expect(wordsOfAction(word, 'user.level_changed')).not.toContain('_')
    }
  })

  it('uses the text of the action, else that of its verb, else the formatted code', () => {
    expect(wordsOfAction(es, 'session.started')).toBe('Inició sesión')
    expect(wordsOfAction(es, 'vehicle.updated')).toBe('Cambió')
    expect(wordsOfAction(en, 'gadget.turned_round')).toBe('Turned round')
    expect(wordsOfEntity(es, 'vehicle')).toBe('Unidad')
    expect(wordsOfEntity(es, 'gadget')).toBe('Gadget')
  })

  it('names fields in any spelling', () => {
    expect(wordsOfField(es, 'timeZone')).toBe('Zona horaria')
    expect(wordsOfField(es, 'time_zone')).toBe('Zona horaria')
    expect(wordsOfField(en, 'someNewThing')).toBe('Some new thing')
  })

  it('shows values as texts, and a missing value as a dash', () => {
    const lines = changeLines(
      'es',
      es,
      {
        isActive: [true, false],
        year: [null, 2024],
        roles: [[], ['admin', 'x']],
        address: [{ city: 'Puebla', street: null }, {}],
        at: ['2026-03-02T15:00:00.000Z', ''],
      },
      'America/Mexico_City',
    )
    expect(lines.map(({ before, after }) => [before, after])).toEqual([
      ['sí', 'no'],
      ['—', '2024'],
      ['—', 'Administrador, x'],
      ['Ciudad: Puebla', '—'],
      ['02/03/2026 09:00', '—'],
    ])
  })
})
