import type { DeviceModel, ServerSetting } from './device-model.ts'
import { gps103Models } from './gps103/gps103.models.ts'
import { gt06Models } from './gt06/gt06.models.ts'
import { h02Models } from './h02/h02.models.ts'
import { jt808Models } from './jt808/jt808.models.ts'
import { meitrackModels } from './meitrack/meitrack.models.ts'
import { foldModelName } from './model-name.ts'
import { osmandModels } from './osmand/osmand.models.ts'
import { queclinkModels } from './queclink/queclink.models.ts'
import { suntechModels } from './suntech/suntech.models.ts'
import { teltonikaModels } from './teltonika/teltonika.models.ts'
import { tk103Models } from './tk103/tk103.models.ts'

export type { DeviceModel, ServerSetting } from './device-model.ts'

const grammar: Readonly<Record<keyof ServerSetting, (value: string | number | undefined) => boolean>> = {
  host: (value) => /^[A-Za-z0-9.-]{1,253}$/.test(String(value)),
  port: (value) => isWithin(value, 1, 65_535),
  apn: isAccess,
  apnUser: isAccess,
  apnPassword: isAccess,
  intervalSeconds: (value) => isWithin(value, 1, 86_400),
  devicePassword: (value) => value === undefined || /^[A-Za-z0-9]{1,20}$/.test(String(value)),
  deviceIdentifier: (value) => /^[A-Za-z0-9]{3,20}$/.test(String(value)),
}

function isWithin(value: string | number | undefined, min: number, max: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

function isAccess(value: string | number | undefined): boolean {
  return /^[A-Za-z0-9._@-]{0,64}$/.test(String(value))
}

/** The name of the first value that must not be part of a text to a tracker; null if all are valid. */
export function unfitSetting(setting: ServerSetting): keyof ServerSetting | null {
  const names = Object.keys(grammar) as (keyof ServerSetting)[]
  return names.find((name) => !grammar[name](setting[name])) ?? null
}

function guarded(model: DeviceModel): DeviceModel {
  if (model.hint === 'phone_app') return model
  return {
    ...model,
    smsSteps(setting) {
      const unfit = unfitSetting(setting)
      if (unfit) throw new RangeError(`The value of ${unfit} cannot stand in a message to the tracker.`)
      return model.smsSteps(setting)
    },
  }
}

/** Every tracker model and phone app the onboarding offers, protocol by protocol. */
export const deviceModels: readonly DeviceModel[] = [
  ...gt06Models,
  ...osmandModels,
  ...queclinkModels,
  ...teltonikaModels,
  ...h02Models,
  ...suntechModels,
  ...tk103Models,
  ...gps103Models,
  ...jt808Models,
  ...meitrackModels,
].map(guarded)

const modelOfName = new Map(
  deviceModels.flatMap((model) => [
    [foldModelName(`${model.maker}${model.model}`), model] as const,
    [foldModelName(model.model), model] as const,
  ]),
)

/** Finds a model by name, with or without its maker, ignoring case, blanks and dashes; null for an unknown one. */
export function findModel(name: string): DeviceModel | null {
  return modelOfName.get(foldModelName(name)) ?? null
}
