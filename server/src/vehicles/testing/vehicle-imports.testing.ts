import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import type { Work } from '@rumbo/contract/work.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { createTestWorkRunner } from '@rumbo/tools/testing/work-runner'
import { workEndpoints } from '../../platform/jobs/work.endpoints.ts'
import type { WorkKind } from '../../platform/jobs/work.ts'
import { exportVehiclesWork, importVehiclesWork, vehicleEndpoints, vehicleImportEndpoints } from '../index.ts'
import type { VehiclePeople } from './vehicle-people.testing.ts'

export const heading = 'Unidad,Placas,Marca,Modelo,Año,Tipo,Color,Combustible,Fecha de instalación'
export const line = (number: string, plate: string, more = '') =>
  `${number},${plate},Nissan,NP300,2022,Pickup,Blanco,Gasolina,15/01/2024${more}`
export const file = (more: string, ...lines: string[]) => `${heading}${more}\n${lines.join('\n')}\n`
export const many = (count: number) =>
  file('', ...Array.from({ length: count }, (_, index) => line(`M-${index}`, `MM-${index}`)))
/** One line per refused row: number in the file, field, reason. */
export const refused = (work: Work) =>
  work.result?.bad.map(({ row, field, code }) => `${row} ${field} ${code}`) ?? []

interface Inspected {
  headingRow: number
  mapping: (string | null)[]
  rows: number
}

/** An application that imports and exports vehicles. */
export async function createImports() {
  const test: TestApp = await createTestApp({
    answers: ({ directory }) => [
      ...vehicleEndpoints,
      ...vehicleImportEndpoints(directory.files),
      ...workEndpoints,
    ],
  })
  const imports = {
    test,
    /** Called with an import's progress; a test may stop it there, or change vehicles meanwhile. */
    at: async (_done: number, _total: number | null): Promise<void> => undefined,
    /**
     * Runs the action once, after the first plan, before anything is locked or updated.
     * @returns the number of plans so far
     */
    beforeFirstWriting(change: () => Promise<void>): () => number {
      let plans = 0
      imports.at = async (done, total) => {
        if (done !== total) return
        plans += 1
        if (plans === 1) await change()
      }
      return () => plans
    },
    inspect: (call: TestCall, fileId: string) =>
      call<Inspected>('POST', '/vehicles/imports/inspect', { body: { fileId } }),
    /** Uploads a file, and imports it into the first fleet with the proposed mapping. */
    async imported(people: VehiclePeople, bytes: Buffer | string, given: object = {}, call = people.lead) {
      const fileId = await works.upload(call, 'unidades.csv', bytes)
      const { mapping, headingRow } = (await imports.inspect(call, fileId)).body
      return works.ended(call, '/vehicles/imports', {
        companyId: people.companyId,
        fleetId: people.fleetId,
        fileId,
        mapping,
        headingRow,
        isDryRun: false,
        ...given,
      })
    },
    list: async ({ lead, companyId }: VehiclePeople) =>
      (await lead<{ items: Vehicle[]; total: number }>('GET', `/vehicles?size=100&companyId=${companyId}`))
        .body,
  }
  const watched: WorkKind = (payload, actor, database, io) =>
    importVehiclesWork(payload, actor, database, {
      ...io,
      async progress(done, total) {
        await io.progress(done, total)
        await imports.at(done, total)
        await io.progress(done, total)
      },
    })
  const works = createTestWorkRunner(test, {
    'vehicles.import': watched,
    'vehicles.export': exportVehiclesWork,
  })
  return Object.assign(imports, { works })
}
export type Imports = Awaited<ReturnType<typeof createImports>>
