import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useHereOf } from '../app/client-context.tsx'
import { featureBlock } from '../app/session/features.rules.ts'
import { FeatureNotice } from '../app/shell/FeatureNotice.tsx'
import { useText } from '../ui/i18n.tsx'
import { EmptyState } from '../ui/states.tsx'
import { CommandsTab } from './CommandsTab.tsx'

/** The GPS Commands tab of a vehicle, or why it is unavailable: not saved yet, feature off, or not in the plan. */
export function VehicleCommands({ vehicle }: { vehicle: Vehicle | undefined }) {
  const { t } = useText()
  const block = featureBlock('commands', useHereOf()(vehicle?.fleetId))
  if (block) return <FeatureNotice feature="commands" block={block} />
  if (vehicle === undefined) return <EmptyState title={t('commands.tab.notSaved')} />
  return <CommandsTab vehicle={vehicle} />
}
