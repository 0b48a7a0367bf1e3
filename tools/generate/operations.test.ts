import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { variables } from '@rumbo/server/platform/configuration/variables'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import { expect, it } from 'vitest'
import { operationsPage } from './operations.ts'

const page = readFileSync(join(projectRoot(), 'docs/operations.md'), 'utf8')

it('lists every variable as the configuration schema has it (else: npm run generate)', () => {
  expect(page).toBe(operationsPage(page))
  for (const name of Object.keys(variables)) expect(page).toContain(`| \`${name}\` |`)
})

it('refuses a page without the marks around the table', () => {
  expect(() => operationsPage('# Operations')).toThrow('variables')
})
