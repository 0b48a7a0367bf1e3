import { type LeftOutReason, leftOutReason } from '@rumbo/contract/planning.runs.contract'
import type { Language } from '@rumbo/i18n/language'
import { someLeftOut } from '@rumbo/planning/planning.factory'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPlan } from './editor/editor.testing.tsx'
import { usePlanEditor } from './editor/plan-editor.ts'
import { usePlanTexts } from './use-plan-texts.ts'

type Case = [Partial<LeftOutReason> & Pick<LeftOutReason, 'code'>, es: string, en: string]

const window = { from: '2031-03-03T13:00:00.000Z', until: '2031-03-03T13:20:00.000Z' }
const v118 = { vehicleId: 'v118' }

const cases: Case[] = [
  [{ code: 'no_vehicles' }, 'Ninguna unidad tiene turno en este plan', 'No vehicle has a shift in this plan'],
  [
    { code: 'skills', missing: ['rampa', 'frío'] },
    'Ninguna unidad tiene: rampa, frío',
    'No vehicle has: rampa, frío',
  ],
  [
    { code: 'vehicles' },
    'Ninguna de las unidades que pueden hacerlo está en el plan',
    'None of the vehicles that may do it is in the plan',
  ],
  [
    { code: 'capacity', dimension: 'seats', needed: 9, largest: 4 },
    'Necesita 9 asientos; la unidad más grande tiene 4',
    'Needs 9 seats; the largest vehicle has 4',
  ],
  [
    { code: 'capacity', dimension: 'seats', needed: 9, largest: 4, isFree: true },
    'Necesita 9 asientos; la unidad libre más grande tiene 4',
    'Needs 9 seats; the largest free vehicle has 4',
  ],
  [
    { code: 'capacity', dimension: 'kg', needed: 900, largest: 400, isFree: true },
    'Pesa 900 kg; la unidad libre más grande lleva 400',
    'Weighs 900 kg; the largest free vehicle carries 400',
  ],
  [
    { code: 'capacity', dimension: 'm3', needed: 9, largest: 4, isFree: true },
    'Ocupa 9 m³; la unidad libre más grande lleva 4',
    'Takes 9 m³; the largest free vehicle carries 4',
  ],
  [{ code: 'unreachable', stopId: 's15b' }, 'Ninguna calle lleva a Calle 15b', 'No road leads to Calle 15b'],
  [
    { code: 'windows_exclude', late: 420 },
    'Sus ventanas se excluyen: faltan 7 min',
    'Its windows exclude each other by 7 min',
  ],
  [
    { code: 'window_impossible', late: 720, stopId: 's15a', window, ...v118 },
    'Ventana 07:00–07:20 imposible: la unidad más cercana, 118, llegaría 12 min tarde',
    'Window 07:00–07:20 impossible: 118, the nearest vehicle, would be 12 min late',
  ],
  [
    { code: 'window_impossible', late: 720, ...v118 },
    'Ventanas imposibles: la unidad más cercana, 118, llegaría 12 min tarde',
    'Its windows are impossible: 118, the nearest vehicle, would be 12 min late',
  ],
  [
    { code: 'window', late: 720, stopId: 's15a', window, ...v118 },
    'Ventana 07:00–07:20 imposible: la unidad 118 llegaría 12 min tarde',
    'Window 07:00–07:20 impossible: vehicle 118 would be 12 min late',
  ],
  [
    { code: 'window', late: 720, ...v118 },
    'Ventanas imposibles: la unidad 118 llegaría 12 min tarde',
    'Its windows are impossible: vehicle 118 would be 12 min late',
  ],
  [{ code: 'shift', late: 360 }, 'No cabe en ningún turno: faltan 6 min', 'Fits no shift: 6 min short'],
  [
    { code: 'overtime', late: 360, ...v118 },
    'La unidad 118 terminaría 6 min después de su turno',
    'Vehicle 118 would end 6 min after its shift',
  ],
  [
    { code: 'full', ...v118 },
    'La unidad 118, la más cercana, ya no tiene lugar a esa hora',
    'Vehicle 118, the nearest, has no room left then',
  ],
  [
    { code: 'full', dimension: 'seats', needed: 3, available: 1, ...v118 },
    'Necesita 3 asientos; libres en la unidad 118, la más cercana: 1',
    'Needs 3 seats; vehicle 118, the nearest, has 1 free',
  ],
  [
    { code: 'full', dimension: 'seats', needed: 1, available: 0, ...v118 },
    'Necesita 1 asiento; libres en la unidad 118, la más cercana: 0',
    'Needs 1 seat; vehicle 118, the nearest, has 0 free',
  ],
  [
    { code: 'full', dimension: 'm3', needed: 1.24, available: 1.21, ...v118 },
    'Ocupa 1.3 m³; a la unidad 118, la más cercana, le quedan 1.2 m³',
    'Takes 1.3 m³; vehicle 118, the nearest, has 1.2 free',
  ],
  [
    { code: 'full', dimension: 'kg', needed: 300, available: 120.5, ...v118 },
    'Pesa 300 kg; a la unidad 118, la más cercana, le quedan 120.5 kg',
    'Weighs 300 kg; vehicle 118, the nearest, has 120.5 free',
  ],
  [
    { code: 'full', dimension: 'm3', needed: 3, available: 0, ...v118 },
    'Ocupa 3 m³; a la unidad 118, la más cercana, le quedan 0 m³',
    'Takes 3 m³; vehicle 118, the nearest, has 0 free',
  ],
  [{ code: 'limits' }, 'Excedería varios límites del plan', 'It would exceed several limits of the plan'],
  [
    { code: 'limits', limit: 'metres', needed: 83_000, available: 60_000 },
    'Necesita 83 km; el plan permite 60 km',
    'Needs 83 km; the plan allows 60 km',
  ],
  [
    { code: 'limits', limit: 'seconds', needed: 1_260, available: 900 },
    'Necesita 21 min; el plan permite 15 min',
    'Needs 21 min; the plan allows 15 min',
  ],
  [
    { code: 'limits', limit: 'stops', needed: 2, available: 1 },
    'Necesita 2 paradas; el plan permite 1',
    'Needs 2 stops; the plan allows 1',
  ],
  [
    // Rounded up: what is needed is never what is allowed.
    { code: 'limits', limit: 'metres', needed: 60_020, available: 60_000, ...v118 },
    'La ruta de la unidad 118 necesitaría 60.1 km; el plan permite 60 km',
    'The route of vehicle 118 would need 60.1 km; the plan allows 60 km',
  ],
  [
    { code: 'limits', limit: 'seconds', needed: 901, available: 900, ...v118 },
    'La ruta de la unidad 118 necesitaría 16 min; el plan permite 15 min',
    'The route of vehicle 118 would need 16 min; the plan allows 15 min',
  ],
  [
    { code: 'limits', limit: 'stops', needed: 9, available: 8, ...v118 },
    'La ruta de la unidad 118 necesitaría 9 paradas; el plan permite 8',
    'The route of vehicle 118 would need 9 stops; the plan allows 8',
  ],
  [
    { code: 'penalty' },
    'Llevarlo cuesta más de lo que permiten los ajustes',
    'Serving it costs more than the settings allow',
  ],
  [
    { code: 'combination' },
    'Varias condiciones juntas lo impiden',
    'Several conditions together rule it out',
  ],
  [
    { code: 'undetermined' },
    'No se determinó el motivo: el cálculo terminó antes',
    'The reason was not determined: the calculation ended first',
  ],
]

function Reasons() {
  const { workspace } = usePlanEditor()
  const { reason } = usePlanTexts(workspace)
  return (
    <ul aria-label="reasons">
      {cases.map(([given, es]) => (
        <li key={es}>{reason(someLeftOut({ serviceId: 's15', ...given }))}</li>
      ))}
    </ul>
  )
}

it.each<[Language, 1 | 2]>([
  ['es', 1],
  ['en', 2],
])('says every reason in words: %s', async (language, column) => {
  await openPlan({ language, children: <Reasons /> })
  const said = Array.from(screen.getByRole('list', { name: 'reasons' }).children, (one) => one.textContent)
  expect(said).toEqual(cases.map((one) => one[column]))
})

it('has a case of every code', () => {
  expect(new Set(cases.map(([{ code }]) => code))).toEqual(new Set(leftOutReason.shape.code.options))
})
