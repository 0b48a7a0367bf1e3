import Box from '@mui/material/Box'
import type { ExpectedDevice, ExpectedState } from '@rumbo/contract/telemetry.expected.contract'
import { Age } from '../../ui/Age.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import type { TableColumn } from '../../ui/table/table-model.ts'
import { type StatusToken, token } from '../../ui/theme/tokens.ts'
import { Identifier, Seen } from '../devices/list-parts.tsx'

const colourOf: Record<ExpectedState, StatusToken> = {
  silent: 'inactive',
  unknown: 'alarmed',
  assigned: 'active',
  elsewhere: 'critical',
}

function State({ device: { state, vehicle } }: { device: ExpectedDevice }) {
  const { t } = useText()
  return (
    <TintedChip colour={colourOf[state]}>
      {vehicle === null
        ? t(`expected.state.${state}`)
        : t('expected.inVehicle', { number: vehicle.vehicleNumber })}
    </TintedChip>
  )
}

/** The columns of the list of expected identifiers. */
export function useExpectedColumns(): TableColumn<ExpectedDevice>[] {
  const { t } = useText()
  return [
    {
      key: 'identifier',
      header: t('devices.column.identifier'),
      isSortable: true,
      canWrap: true,
      minWidth: 160,
      render: ({ identifier }) => <Identifier text={identifier} />,
    },
    { key: 'state', header: t('expected.column.state'), render: (device) => <State device={device} /> },
    {
      key: 'lastSeenAt',
      header: t('devices.column.lastSeen'),
      isSortable: true,
      rank: 4,
      render: ({ lastSeenAt }) => (lastSeenAt === null ? '–' : <Seen at={lastSeenAt} />),
    },
    {
      key: 'addedAt',
      header: t('expected.column.addedAt'),
      isSortable: true,
      rank: 5,
      render: ({ addedAt, addedByName }) => (
        <Box sx={{ display: 'grid' }}>
          <Age at={addedAt} />
          <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
            {addedByName}
          </Box>
        </Box>
      ),
    },
  ]
}
