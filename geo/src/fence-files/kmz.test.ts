import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fenceFileLimits } from './fence-file.ts'
import { writeKml } from './kml-write.ts'
import { readKmz, writeKmz } from './kmz.ts'
import { archiveOf } from './testing/archive.ts'
import { anyFences, fencesOf, refusalsOf } from './testing/fences.ts'

const named = (name: string) =>
  writeKml([
    {
      name,
      description: null,
      shape: { kind: 'circle', center: { latitude: 19.4, longitude: -99.1 }, radiusMetres: 80 },
      colour: null,
      tags: [],
    },
  ])
const namesOf = async (bytes: Uint8Array) => (await readKmz(bytes)).fences.map(({ name }) => name)
const refusals = async (bytes: Uint8Array) => refusalsOf(await readKmz(bytes))

describe('a KMZ', () => {
  it('is read from doc.kml, and else from the first KML at its top', async () => {
    const picture = { name: 'files/icon.png', content: 'x' }
    const [other, main] = [
      { name: 'a.kml', content: named('a') },
      { name: 'doc.kml', content: named('doc') },
    ]
    const inFolder = { name: 'layers/b.kml', content: named('b') }
    expect(await namesOf(archiveOf([picture, inFolder, other, main]))).toEqual(['doc'])
    expect(await namesOf(archiveOf([picture, inFolder, other]))).toEqual(['a'])
    expect(await namesOf(archiveOf([picture, inFolder]))).toEqual(['b'])
    expect(await namesOf(archiveOf([{ ...main, isStored: true }], 'a comment at its end'))).toEqual(['doc'])
  })
  it('is refused without a KML, or if it is no archive or a damaged one', async () => {
    const good = archiveOf([{ name: 'doc.kml', content: named('doc') }])
    expect(await refusals(archiveOf([{ name: 'xl/workbook.xml', content: '<x/>' }]))).toEqual([
      ': no_kml_in_archive',
    ])
    expect(await refusals(archiveOf([]))).toEqual([': no_kml_in_archive'])
    for (const length of [0, 3, 25, 60, good.length - 30, good.length - 1])
      expect(await refusals(good.subarray(0, length))).toEqual([': not_zip'])
    for (const at of [40, 45, 60]) {
      const damaged = Uint8Array.from(good)
      damaged[at] = (damaged[at] ?? 0) ^ 0x55
      expect(await refusals(damaged)).toEqual([': not_zip'])
    }
    const content = named('doc')
    expect(await refusals(archiveOf([{ name: 'doc.kml', content, flags: 1 }]))).toEqual([': not_zip'])
    expect(await refusals(archiveOf([{ name: 'doc.kml', content, method: 12 }]))).toEqual([': not_zip'])
  })
  it('is refused if it unpacks to more than allowed, whatever it states', async () => {
    const zeros = new Uint8Array(300 * 1024 * 1024)
    const packed = deflateRawSync(zeros)
    const bomb = (unpackedBytes: number) =>
      archiveOf([{ name: 'doc.kml', content: '', packed, unpackedBytes }])
    expect(await refusals(bomb(zeros.length))).toEqual([': file_too_large'])
    const before = process.memoryUsage().arrayBuffers
    expect(await refusals(bomb(1_000))).toEqual([': not_zip'])
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(fenceFileLimits.bytes)
    expect(await refusals(new Uint8Array(fenceFileLimits.bytes + 1))).toEqual([': file_too_large'])
  })
  it('is read again as every geofence was written, and always written alike', async () => {
    await fc.assert(
      fc.asyncProperty(anyFences, async (fences) => {
        const bytes = await writeKmz(fences)
        expect(fencesOf(await readKmz(bytes))).toEqual(fences)
        expect(await writeKmz(fences)).toEqual(bytes)
      }),
      { numRuns: 30 },
    )
  })
  it('never fails on damaged bytes', async () => {
    const good = archiveOf([{ name: 'doc.kml', content: named('doc') }])
    const changes = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const damaged = Uint8Array.from(good)
        for (const [at, value] of list) damaged[at] = value
        const { fences, refused } = await readKmz(damaged)
        expect(fences.length + refused.length).toBe(1)
      }),
      { numRuns: 200 },
    )
  })
})
