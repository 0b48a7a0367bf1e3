import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as shapes from './schema-shapes.ts'

const contract = join(import.meta.dirname, '../../../../contract/src')

it('replaces every zod builder that the contract uses, so that no screen fails only once it is built', () => {
  const used = new Set(
    readdirSync(contract)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => [
        ...readFileSync(join(contract, name), 'utf8').matchAll(/\bz\s*\.(?!core\b)([a-z]\w*)(?=[.(])/g),
      ])
      .map(([, builder]) => builder),
  )
  expect(used.size).toBeGreaterThan(10)
  expect([...used].filter((builder) => builder !== undefined && !(builder in shapes))).toEqual([])
})
