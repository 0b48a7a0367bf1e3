import type { NotReady } from '@rumbo/contract/monitoring.contract'
import type { ProcessRole } from '../configuration/variables.ts'
import type { MachineState } from './machine-state.ts'

/** The last sign of life of a process, as the database has it. */
export interface ProcessSign {
  roles: readonly string[]
  host: string
  isAlive: boolean
}

const serverRoles: readonly ProcessRole[] = ['api', 'gateway', 'worker']

/**
 * The roles in use that nothing fulfils. A role of this machine is judged by its supervisor at once, one of other
 * machines by the signs of life in the database. A role that was stopped in order, or never ran, is not missing.
 * @param host the name of this machine
 */
export function rolesNotReady(
  machine: MachineState | null,
  signs: readonly ProcessSign[],
  host: string,
): NotReady[] {
  return serverRoles.flatMap((role): NotReady[] => {
    const condition = machine?.roles[role]
    const known = signs.filter(({ roles }) => roles.includes(role))
    const elsewhere = condition === undefined ? known : known.filter((sign) => sign.host !== host)
    if (condition === 'ready' || elsewhere.some(({ isAlive }) => isAlive)) return []
    if (condition !== undefined) return [{ part: role, reason: condition }]
    return known.length === 0 ? [] : [{ part: role, reason: 'silent' }]
  })
}
