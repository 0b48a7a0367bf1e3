import { type DispatchSettings, defaultDispatchSettings } from '@rumbo/contract/dispatch.engine.contract'

/** How fleet `f1` is dispatched. Default: as a new fleet. */
export const someDispatchSettings = (more: Partial<DispatchSettings> = {}): DispatchSettings => ({
  fleetId: 'f1',
  ...defaultDispatchSettings,
  ...more,
})
