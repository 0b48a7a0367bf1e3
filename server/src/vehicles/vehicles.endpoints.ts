import {
  createVehicle,
  deleteVehicle,
  dismissAlarm,
  listVehicles,
  readVehicle,
  updateVehicle,
} from '@rumbo/contract/vehicles.contract'
import { type Answer, answer } from '../platform/http/endpoints.ts'
import {
  addVehicle,
  changeVehicle,
  dismissAlarmOf,
  listVehiclesOf,
  readVehicleOf,
  retireVehicle,
} from './vehicles.actions.ts'

export const vehicleEndpoints: Answer[] = [
  answer(listVehicles, ({ query }, { tx }) => listVehiclesOf(tx, query)),
  answer(readVehicle, ({ params }, { tx }) => readVehicleOf(tx, params.id)),
  answer(createVehicle, ({ body }, { tx, actor }) => addVehicle(tx, actor, body)),
  answer(updateVehicle, ({ params, body }, { tx, actor }) => changeVehicle(tx, actor, params.id, body)),
  answer(deleteVehicle, ({ params }, { tx, actor }) => retireVehicle(tx, actor, params.id)),
  answer(dismissAlarm, ({ params }, { tx, actor }) => dismissAlarmOf(tx, actor, params.id)),
]
