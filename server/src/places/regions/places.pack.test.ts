import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { crossroads, pbfFile } from '../testing/pbf-file.ts'
import { buildPackFiles, packVersion } from './places.pack.ts'
import { type AddRegion, addRegion, removeRegion } from './places.pack-install.ts'
import type { PackPart } from './places.pack-parts.ts'
import { createRegionStore } from './places.regions.ts'

let folder: string
let regions: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rumbo-packs-'))
  regions = join(folder, 'regions')
  file = join(folder, 'small.osm.pbf')
  writeFileSync(file, pbfFile(crossroads))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Writes the words it is given. */
const part = (words: string, before?: () => Promise<unknown>): PackPart => ({
  name: 'roads',
  path: 'roads.bin',
  revision: 1,
  weight: 10,
  async build(_extract, { output }) {
    await writeFile(output, words)
    await before?.()
    return {}
  },
})
const add = (parts: readonly PackPart[], more: Partial<AddRegion> = {}) =>
  addRegion({
    directory: regions,
    file,
    name: 'small',
    build: (options) => buildPackFiles({ ...options, parts }),
    ...more,
  })
const words = () => readFileSync(join(regions, 'small', 'roads.bin'), 'utf8')
const failing = (code: string) =>
  part('half', () => Promise.reject(Object.assign(new Error(`${code}: write`), { code })))

describe('a region pack', () => {
  it('is built, listed, replaced and removed, with a notification for each change', async () => {
    const store = createRegionStore({ directory: regions, pollIntervalMs: 0 })
    const changes: string[][] = []
    store.onChange((list) => changes.push(list.map(({ title }) => title)))
    expect(store.list()).toEqual([])
    const manifest = await add([part('first')], { title: 'Cruce pequeño' })
    expect(manifest).toMatchObject({
      name: 'small',
      sourceName: 'small.osm.pbf',
      counts: { nodes: 4, ways: 2, streets: 2, addresses: 0 },
      parts: [{ name: 'roads', bytes: 5 }],
    })
    expect(store.refresh()).toMatchObject([{ name: 'small', bytes: 5, directory: join(regions, 'small') }])
    store.refresh()
    await add([part('second')], { title: 'Otro' })
    store.refresh()
    expect(words()).toBe('second')
    await removeRegion({ directory: regions, name: 'small' })
    store.refresh()
    expect(changes).toEqual([['Cruce pequeño'], ['Otro'], []])
    expect(readdirSync(regions)).toEqual([])
    await expect(removeRegion({ directory: regions, name: 'small' })).rejects.toMatchObject({
      code: 'region_not_found',
    })
  })

  it('changes its version with its title or contents only', async () => {
    const version = await packVersion(file, 'A')
    expect(await packVersion(file, 'A')).toBe(version)
    expect(await packVersion(file, 'B')).not.toBe(version)
    writeFileSync(file, pbfFile({ ...crossroads, ways: crossroads.ways.slice(1) }))
    expect(await packVersion(file, 'A')).not.toBe(version)
  })

  it.each([
    ['a full disk', [failing('ENOSPC')], 'region_disk_full'],
    ['a folder that is read only', [failing('EROFS')], 'region_unwritable'],
    ['a bug', [failing('EWHATEVER')], 'region_failed'],
  ])('is left as it was by %s', async (_what, parts, code) => {
    await add([part('first')])
    await expect(add(parts)).rejects.toMatchObject({ code, message: expect.stringMatching(/\.$/) })
    expect(words()).toBe('first')
    expect(readdirSync(regions)).toEqual(['small'])
  })

  it('is built without an optional part that fails, but not when the disk is full', async () => {
    const optional = (code: string): PackPart => ({
      ...failing(code),
      name: 'valhalla',
      path: 'v',
      isOptional: true,
    })
    const manifest = await add([part('first'), optional('EWHATEVER')])
    expect(manifest.parts.map(({ name }) => name)).toEqual(['roads'])
    expect(manifest.missing).toEqual([{ name: 'valhalla', reason: 'EWHATEVER: write' }])
    expect(readdirSync(join(regions, 'small')).sort()).toEqual(['manifest.json', 'roads.bin'])
    await expect(add([part('second'), optional('ENOSPC')])).rejects.toMatchObject({
      code: 'region_disk_full',
    })
    expect(words()).toBe('first')
  })

  it('is unchanged after an invalid extract or an invalid name', async () => {
    await add([part('first')])
    writeFileSync(file, 'Rumbo\n')
    await expect(add([part('second')])).rejects.toMatchObject({ code: 'region_not_extract' })
    await expect(add([part('second')], { file: folder })).rejects.toMatchObject({
      code: 'region_not_extract',
    })
    for (const name of ['..', 'a/b', 'Ñandú', '', '-a', 'a'.repeat(41)])
      await expect(add([part('second')], { name })).rejects.toMatchObject({ code: 'region_name_invalid' })
    expect(words()).toBe('first')
  })

  it('is changed by one process at a time', async () => {
    const codes: string[] = []
    const racing = part('first', async () => {
      const changes = await Promise.allSettled([
        add([part('second')]),
        removeRegion({ directory: regions, name: 'small' }),
      ])
      codes.push(...changes.map((change) => (change.status === 'rejected' ? change.reason.code : 'changed')))
      await add([part('beside')], { name: 'other' })
    })
    await add([racing])
    expect(codes).toEqual(['region_busy', 'region_busy'])
    expect(words()).toBe('first')
    expect(readdirSync(regions).sort()).toEqual(['other', 'small'])
  })

  it('leaves no files when cancelled', async () => {
    const cancelling = new AbortController()
    const cancelled = part('first', async () => cancelling.abort(new Error('cancelled')))
    await expect(add([cancelled], { signal: cancelling.signal })).rejects.toThrow(/^cancelled$/)
    expect(readdirSync(regions)).toEqual([])
  })

  it('stays readable for open readers while it is replaced and removed', async () => {
    await add([part('first')])
    const reader = await open(join(regions, 'small', 'roads.bin'))
    await add([part('second')])
    await removeRegion({ directory: regions, name: 'small' })
    expect(await reader.readFile('utf8')).toBe('first')
    await reader.close()
  })

  it('is reported once and skipped when unreadable', async () => {
    await add([part('first')])
    writeFileSync(join(regions, 'small', 'manifest.json'), '{')
    const reported: string[] = []
    const store = createRegionStore({
      directory: regions,
      pollIntervalMs: 0,
      onFailure: (name) => reported.push(name),
    })
    store.refresh()
    expect([store.list(), reported]).toEqual([[], ['small']])
  })
})

describe('a build killed in the middle', () => {
  const launcher = fileURLToPath(new URL('./testing/endless-build.ts', import.meta.url))

  /** Resolves once it has begun to write. */
  async function begun(): Promise<ChildProcess> {
    const child = fork(launcher, [regions, file], { execArgv: ['--import', 'tsx'] })
    await new Promise((resolve) => child.once('message', resolve))
    return child
  }

  it('leaves the pack unchanged, and a draft that the next change removes', async () => {
    await add([part('first')])
    const child = await begun()
    const ended = new Promise((resolve) => child.once('close', resolve))
    await expect(add([part('second')])).rejects.toMatchObject({ code: 'region_busy' })
    child.kill('SIGKILL')
    await ended
    expect(words()).toBe('first')
    expect(readdirSync(regions)).toHaveLength(3)
    await add([part('second')])
    expect(words()).toBe('second')
    expect(readdirSync(regions)).toEqual(['small'])
  })

  it('between the two steps of the swap is recovered', async () => {
    await add([part('first')])
    renameSync(join(regions, 'small'), join(regions, '.small.old-1'))
    await expect(add([failing('ENOSPC')])).rejects.toMatchObject({ code: 'region_disk_full' })
    expect(words()).toBe('first')
  })
})

describe('the builder process', () => {
  it('builds every part and reports its progress', async () => {
    const phases = new Set<string>()
    const manifest = await addRegion({
      directory: regions,
      file,
      name: 'small',
      progress: ({ phase }) => phases.add(phase),
    })
    expect(manifest.parts.map(({ name }) => name)).toContain('tiles')
    expect(manifest.counts.tiles).toBeGreaterThan(0)
    expect(phases.size).toBeGreaterThan(0)
    expect(readdirSync(regions)).toEqual(['small'])
  })

  it('reports a failure as a message, and ends when its signal is aborted', async () => {
    writeFileSync(file, 'Rumbo\n')
    await expect(addRegion({ directory: regions, file, name: 'small' })).rejects.toMatchObject({
      code: 'region_not_extract',
      message: expect.stringContaining('.osm.pbf'),
    })
    const cancelling = new AbortController()
    const building = addRegion({ directory: regions, file, name: 'small', signal: cancelling.signal })
    cancelling.abort(new Error('cancelled'))
    await expect(building).rejects.toThrow(/^cancelled$/)
    expect(readdirSync(regions)).toEqual([])
  })
})
