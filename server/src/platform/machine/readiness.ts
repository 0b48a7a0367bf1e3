import type { NotReady } from '@rumbo/contract/monitoring.contract'
import type { ProcessRole } from '../configuration/variables.ts'
import type { MachineState } from './machine-state.ts'

/** The last heartbeat of a process, as stored in the database. */
export interface ProcessSign {
  roles: readonly string[]
  host: string
  isAlive: boolean
}

const serverRoles: readonly ProcessRole[] = ['api', 'gateway', 'worker']

/**
 * The roles in use that no process fulfils: this machine's by its supervisor, those of other machines by the heartbeats
 * in the database. A role that was stopped cleanly or never ran is not missing.
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
