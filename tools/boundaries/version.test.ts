import { readFileSync } from 'node:fs'
import { productVersion } from '@rumbo/server/platform/process/version'
import { expect, it } from 'vitest'

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

it('is the same in the server, the package and the newest entry of the changelog', () => {
  const { version } = JSON.parse(textOf('package.json')) as { version: string }
  const [newest] = /(?<=^## )\d+\.\d+\.\d+/m.exec(textOf('CHANGELOG.md')) ?? []
  expect([version, newest]).toEqual([productVersion, productVersion])
  expect(textOf('docs/install.md')).toContain(`git checkout v${productVersion}`)
})
