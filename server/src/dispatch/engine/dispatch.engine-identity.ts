import { asSystem } from '../../platform/access/access.ts'

/** What the engine does is attributed to nobody. */
export const engineIdentity = asSystem('dispatch')
