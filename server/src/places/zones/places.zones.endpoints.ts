import * as contract from '@rumbo/contract/places.zones.contract'
import { type Answer, answer } from '../../platform/http/endpoints.ts'
import {
  createZoneOf,
  deleteZoneOf,
  listZonesOf,
  updateZoneOf,
  type ZoneUses,
} from './places.zones.actions.ts'

export const zoneEndpoints = (uses: ZoneUses): Answer[] => [
  answer(contract.listZones, ({ query }, { tx }) => listZonesOf(tx, query)),
  answer(contract.createZone, ({ body }, { tx, actor }) => createZoneOf(tx, actor, body)),
  answer(contract.updateZone, ({ params, body }, { tx, actor }) =>
    updateZoneOf(tx, actor, params.id, body, uses),
  ),
  answer(contract.deleteZone, ({ params }, { tx, actor }) => deleteZoneOf(tx, actor, params.id, uses)),
]
