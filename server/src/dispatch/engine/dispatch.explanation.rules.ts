import type { Decision, ReservingPlan } from '@rumbo/contract/dispatch.engine.contract'

/** Why a decision was made: what is stored beside its outcome. */
export type Explanation = Omit<
  Decision,
  'id' | 'serviceId' | 'at' | 'mode' | 'outcome' | 'vehicleId' | 'vehicleNumber'
>
/** Of a decision for which no vehicles were compared. */
export const noExplanation = {
  arrivalSeconds: null,
  considered: [],
  excluded: [],
  dearer: [],
  others: [],
  longestArrivalSeconds: null,
  reservation: null,
} satisfies Omit<Explanation, 'preset'>

type Other = Decision['others'][number]
type Considered = Decision['considered'][number]

type PackedConsidered = [
  vehicleNumber: string,
  arrivalSeconds: number,
  isEstimate: 0 | 1,
  cost: number,
  parts: Considered['parts'],
]

/** Vehicles with the same reasons, each with its metres. */
interface PackedOthers extends Pick<Other, 'reasons'> {
  /** Absent without the reason `status`. */
  status?: Other['status']
  vehicles: [vehicleNumber: string, metres: number | null][]
}
/** An explanation as it is stored. What earlier versions did not store is absent. */
export interface PackedExplanation
  extends Pick<Explanation, 'preset' | 'excluded'>,
    Partial<Pick<Explanation, 'arrivalSeconds' | 'longestArrivalSeconds'>> {
  reservation?: Omit<NonNullable<Explanation['reservation']>, 'plan'> & { plan?: ReservingPlan | null }
  /** As the contract has it in decisions of earlier versions. */
  considered: PackedConsidered[] | Considered[]
  dearer?: [vehicleNumber: string, arrivalSeconds: number, cost: number][]
  others?: PackedOthers[]
}

function packOthers(others: readonly Other[]): PackedOthers[] {
  const groups = new Map<string, PackedOthers>()
  for (const { vehicleNumber, metres, reasons, status } of others) {
    const key = `${reasons} ${status}`
    const group = groups.get(key) ?? { reasons, status: status ?? undefined, vehicles: [] }
    group.vehicles.push([vehicleNumber, metres])
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** JSON leaves out what is undefined. */
const orUndefined = <One>(list: One[]) => (list.length === 0 ? undefined : list)

/** In the form that is stored: vehicles with the same reasons share them, and what is empty is left out. */
export function packExplanation({
  considered,
  dearer,
  others,
  reservation,
  longestArrivalSeconds,
  ...explanation
}: Explanation): PackedExplanation {
  return {
    ...explanation,
    considered: considered.map(({ vehicleNumber, arrivalSeconds, isEstimate, cost, parts }) => [
      vehicleNumber,
      arrivalSeconds,
      isEstimate ? 1 : 0,
      cost,
      parts,
    ]),
    longestArrivalSeconds: longestArrivalSeconds ?? undefined,
    reservation: reservation ?? undefined,
    dearer: orUndefined(
      dearer.map(({ vehicleNumber, arrivalSeconds, cost }) => [vehicleNumber, arrivalSeconds, cost]),
    ),
    others: orUndefined(packOthers(others)),
  }
}

const unpackConsidered = (one: PackedConsidered | Considered): Considered => {
  if (!Array.isArray(one)) return one
  const [vehicleNumber, arrivalSeconds, isEstimate, cost, parts] = one
  return { vehicleNumber, arrivalSeconds, isEstimate: isEstimate === 1, cost, parts }
}

export function unpackExplanation({
  considered,
  dearer = [],
  others = [],
  reservation,
  ...packed
}: PackedExplanation): Explanation {
  return {
    arrivalSeconds: null,
    longestArrivalSeconds: null,
    ...packed,
    reservation: reservation ? { ...reservation, plan: reservation.plan ?? null } : null,
    considered: considered.map(unpackConsidered),
    dearer: dearer.map(([vehicleNumber, arrivalSeconds, cost]) => ({ vehicleNumber, arrivalSeconds, cost })),
    others: others
      .flatMap(({ reasons, status = null, vehicles }) =>
        vehicles.map(([vehicleNumber, metres]) => ({ vehicleNumber, metres, reasons, status })),
      )
      .sort((a, b) => (a.metres ?? Number.POSITIVE_INFINITY) - (b.metres ?? Number.POSITIVE_INFINITY) || 0),
  }
}
