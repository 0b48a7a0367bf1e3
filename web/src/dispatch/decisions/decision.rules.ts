import type { Decision } from '@rumbo/contract/dispatch.engine.contract'

type Other = Decision['others'][number]
type Compared = Pick<
  Decision['considered'][number],
  'vehicleNumber' | 'arrivalSeconds' | 'isEstimate' | 'cost'
>

/** What a decision says about one vehicle: compared, with its cost, or not compared, with what it lacked. */
export type VehicleInDecision = (Compared & { isChosen: boolean }) | Other

/** Of the others that were compared the arrival is known only between cells of the map. */
export const dearerOf = ({ dearer }: Decision): Compared[] =>
  dearer.map((one) => ({ ...one, isEstimate: true }))

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, '')
const mostFound = 3

/** The vehicles of a decision with the typed number, or without one those whose number contains it; at most three. */
export function findInDecision(decision: Decision, typed: string): VehicleInDecision[] {
  const wanted = plain(typed)
  if (wanted === '') return []
  const all: VehicleInDecision[] = [
    ...[...decision.considered, ...dearerOf(decision)].map((one) => ({
      ...one,
      isChosen: one.vehicleNumber === decision.vehicleNumber,
    })),
    ...decision.others,
  ]
  const exact = all.filter(({ vehicleNumber }) => plain(vehicleNumber) === wanted)
  const found =
    exact.length > 0 ? exact : all.filter(({ vehicleNumber }) => plain(vehicleNumber).includes(wanted))
  return found.slice(0, mostFound)
}

/** These decisions compare no vehicles. */
const withoutComparison: readonly Decision['outcome'][] = ['held', 'released', 'reservation_ended']

/**
 * What a decision says of a vehicle that it does not name: the key of the sentence.
 * `notRejecter`: it names those who rejected the service. `notCompared`: it compared nobody. `unnamed`: it keeps no numbers of
 * those not compared. `notAmong`: it names others. `notNamed`: it names the nearest of those not compared.
 */
export function absenceOf({ outcome, considered, dearer, others, excluded }: Decision) {
  if (outcome === 'held' && others.length > 0) return 'notRejecter'
  const isEmpty = considered.length + dearer.length + others.length + excluded.length === 0
  if (isEmpty || withoutComparison.includes(outcome)) return 'notCompared'
  if (others.length > 0) return 'notNamed'
  return excluded.length > 0 ? 'unnamed' : 'notAmong'
}

/** The vehicles that were not compared, by what they lacked, the nearest group first. */
export function othersByReasons({ others }: Decision): [first: Other, ...rest: Other[]][] {
  const groups = new Map<string, [Other, ...Other[]]>()
  for (const one of others) {
    const key = `${one.reasons} ${one.status}`
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()]
}
