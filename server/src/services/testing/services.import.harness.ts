import type { Place } from '@rumbo/contract/places.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { ImportReview } from '@rumbo/contract/services.imports.contract'
import { createTestApp, type TestCall } from '@rumbo/tools/testing/app'
import { createTestWorkRunner } from '@rumbo/tools/testing/work-runner'
import { workEndpoints } from '../../platform/jobs/work.endpoints.ts'
import { importServicesWork, serviceImportEndpoints } from '../index.ts'
import { type ServicesHarness, servicesAnswers } from './services.harness.ts'

const found = (name: string, number: string | null, latitude: number, longitude: number): Place => ({
  name: number ? `${name} ${number}` : name,
  detail: 'Juárez, Ciudad de México',
  latitude,
  longitude,
  distanceMetres: null,
  isApproximate: false,
  kind: number ? 'address' : 'street',
  precision: number ? 'exact' : null,
  engine: 'region',
  sort: null,
  parts: {
    street: name,
    number,
    neighbourhood: 'Juárez',
    city: 'Ciudad de México',
    state: null,
    postalCode: null,
    country: null,
  },
})
/** What the address search finds; nothing for other texts. */
const known: Record<string, Place[]> = {
  'Paseo de la Reforma 222': [found('Paseo de la Reforma', '222', 19.4286, -99.1617)],
  'Hamburgo 10': [found('Hamburgo', '10', 19.43, -99.16), found('Hamburgo', '10', 19.5, -99.2)],
  'Calle Durango': [found('Calle Durango', null, 19.42, -99.17)],
}
const roads = {
  route: async () => ({ distanceMetres: 1000, durationSeconds: 120, isEstimate: false }),
} as never

/** An application that imports services, with roads and an address search that know a few places. */
export async function createImportsApp() {
  /** Called before each address search. */
  const watched = { onSearch: (_text: string): void => undefined }
  const geocoding = {
    search: async ({ text }: { text: string }) => {
      watched.onSearch(text)
      return { items: known[text] ?? [], isDegraded: false }
    },
    reverse: async () => ({ places: [], isDegraded: false }),
  }
  const test = await createTestApp({
    answers: (parts) => [
      ...servicesAnswers(parts),
      ...serviceImportEndpoints({ roads, files: parts.directory.files }),
      ...workEndpoints,
    ],
  })
  const works = createTestWorkRunner(test, { 'services.import': importServicesWork({ roads, geocoding }) })
  return { test, works, watched }
}

/** Imports files into the fleet of a harness, as its dispatcher. */
export function importsInto(at: ServicesHarness, works: ReturnType<typeof createTestWorkRunner>) {
  /** The request for an uploaded file, with the proposed mapping. */
  async function asked(text: string | Buffer, given: object = {}, call: TestCall = at.dispatcher) {
    const fileId = await works.upload(call, 'servicios.csv', text)
    const { mapping } = (
      await call<{ mapping: (string | null)[] }>('POST', '/services/imports/inspect', { body: { fileId } })
    ).body
    return {
      companyId: at.companyId,
      fleetId: at.fleetId,
      fileId,
      mapping,
      isDryRun: false,
      skipBad: true,
      ...given,
    }
  }
  return {
    asked,
    imported: async (text: string | Buffer, given: object = {}, call: TestCall = at.dispatcher) =>
      works.ended(call, '/services/imports', await asked(text, given, call)),
    /** The services of the fleet, in the order in which they were created. */
    services: async () =>
      (
        await at.dispatcher<{ items: Service[] }>(
          'GET',
          `/services?size=100&sort=serviceNumber&order=asc&fleetId=${at.fleetId}`,
        )
      ).body.items,
    reviews: async (call: TestCall = at.dispatcher) =>
      (await call<{ items: ImportReview[]; total: number }>('GET', '/service-reviews')).body,
  }
}

export const reasonsOf = (rows: readonly { row: number; field: string | null; code: string }[] | undefined) =>
  rows?.map(({ row, field, code }) => `${row} ${field} ${code}`)
