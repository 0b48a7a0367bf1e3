import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints } from '@rumbo/contract/index'
import { afterEach, describe, expect, it, vi } from 'vitest'

const sources = join(import.meta.dirname, '..')
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('schema-shapes.ts'),
)

afterEach(() => {
  vi.doUnmock('zod')
  vi.resetModules()
})

describe('the contract without its schemas', () => {
  it('has the same endpoints, with the same names, methods and paths', async () => {
    vi.resetModules()
    vi.doMock('zod', () => import('./schema-shapes.ts'))
    const bare = await import('@rumbo/contract/index')
    const told = (endpoints: typeof allEndpoints) =>
      endpoints.map(({ name, method, path, access }) => `${name} ${method} ${path} ${access}`)
    expect(told(bare.allEndpoints)).toEqual(told(allEndpoints))
  })

  it('refuses to check a value', async () => {
    const { object } = (await import('./schema-shapes.ts')) as unknown as {
      object: (shape: object) => { safeParse: (value: unknown) => unknown }
    }
    expect(() => object({}).safeParse({})).toThrow('does not run schemas')
  })
})

it('nothing in the browser runs a schema', () => {
  const running = files.filter((file) => {
    const text = readFileSync(join(sources, file), 'utf8')
    return /import (?!type)[^\n]*from 'zod'|(?<!JSON|Date)\.(safeParse|parse)(Async)?\(/.test(text)
  })
  expect(files.length).toBeGreaterThan(50)
  expect(running).toEqual([])
})
