import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { factListenersOf } from './fact-listeners.ts'

const serverSource = join(import.meta.dirname, '..')

/** Kinds named by the `*.facts.ts` files of all domains. */
function publishedKinds(): string[] {
  const texts = readdirSync(serverSource, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.facts.ts'))
    .map((path) => readFileSync(join(serverSource, path), 'utf8'))
  return [
    ...new Set(
      texts.flatMap((text) => [...text.matchAll(/'([a-z]+\.[a-z_]+)'/g)].map(([, kind]) => kind ?? '')),
    ),
  ]
}

it('every fact that is published has a listener, and every listener a fact', () => {
  const listened = new Set(
    factListenersOf({ configured: new Set(), publicUrl: () => null, secret: '' }).flatMap(
      ({ kinds }) => kinds,
    ),
  )
  expect(publishedKinds().sort()).toEqual([...listened].sort())
})
