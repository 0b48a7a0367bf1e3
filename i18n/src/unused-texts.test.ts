import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { domains } from './es/index.ts'
import { flatten } from './texts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = ['web/src', 'server/src', 'contract/src', 'i18n/src', 'tools', 'simulator/src', 'gateway/src']

/** The programs' sources, without tests and the texts themselves. */
function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return /\/(node_modules|dist|testing)$|^i18n\/src\/(es|en)$/.test(path) ? [] : sources(path)
    return /\.(ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path)
      ? [readFileSync(join(root, path), 'utf8')]
      : []
  })
}
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Keys of these groups contain dots, and are written out where the action is executed. */
const dotted = 'audit.action.'

/** Keys that are neither written out nor fit a template such as `events.status.${status}`. */
function unusedOf(keys: readonly string[], source: string): string[] {
  const written = new Set(Array.from(source.matchAll(/['"`]([\w.]+)['"`]/g), ([, key]) => key))
  const templates = new Set<string>()
  for (const [, begin = '', rest = ''] of source.matchAll(/`([a-zA-Z]+\.[\w.]*)((?:\$\{[^`]*?\}[\w.]*)+)/g))
    templates.add(escaped(begin) + rest.replace(/\$\{.*?\}/g, '\\w+').replaceAll('.', '\\.'))
  const patterns = [...templates].map((template) => new RegExp(`^${template}$`))
  const isShown = (key: string) =>
    written.has(key.startsWith(dotted) ? key.slice(dotted.length) : key) ||
    patterns.some((pattern) => pattern.test(key))
  return keys.filter((key) => !isShown(key))
}

it('finds unused texts', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template in a source file
  const source = "t('a.shown'); t(`a.state.${state}`); t(isX ? `b.${kind}.title` : 'b.none'); did('car.sold')"
  const keys = ['a.shown', 'a.shownNot', 'a.state.on', 'a.other', 'b.car.title', 'b.none']
  const beyond = ['a.state.on.hint', 'b.car.part.title', 'b.car.titleNot']
  expect(unusedOf([...keys, ...beyond], source)).toEqual(['a.shownNot', 'a.other', ...beyond])
  expect(unusedOf(['audit.action.car.sold', 'audit.action.car.bought'], source)).toEqual([
    'audit.action.car.bought',
  ])
})

it('all texts are used', () => {
  const keys = Object.keys(flatten(domains)).map((key) => key.replace(/_(zero|one|many|other)$/, ''))
  const source = folders.flatMap(sources).join('\n')
  expect(unusedOf([...new Set(keys)], source)).toEqual([])
})
