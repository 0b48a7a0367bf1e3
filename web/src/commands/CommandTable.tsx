import CancelOutlined from '@mui/icons-material/CancelOutlined'
import ExpandLessRounded from '@mui/icons-material/ExpandLessRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import RefreshRounded from '@mui/icons-material/RefreshRounded'
import Box from '@mui/material/Box'
import type { GpsCommand } from '@rumbo/contract/commands.contract'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import type { TableColumn, TableProps } from '../ui/table/table-model.ts'
import { RowMenu } from '../ui/table/table-parts.tsx'
import { CommandDetails } from './CommandDetails.tsx'
import { CommandPriorityMark, CommandStatusChip, ExpiryCountdown } from './command-marks.tsx'
import { cancelLockOf } from './commands.rules.ts'
import { useCommandActions } from './use-command-actions.ts'

type Passed = 'label' | 'rows' | 'total' | 'view' | 'onView' | 'isLoading' | 'error' | 'onRetry' | 'empty'
interface CommandTableProps extends Pick<TableProps<GpsCommand>, Passed | 'pageSizes'> {
  /** The command whose details are open. */
  openId: string | null
  onOpen: (id: string | null) => void
  /** Hides the vehicle column, for lists of one vehicle. */
  isWithoutVehicle?: boolean
}

/** Commands with their status, details below the row, Cancel and Refresh status. */
export function CommandTable({ openId, onOpen, isWithoutVehicle = false, ...table }: CommandTableProps) {
  const { t } = useText()
  const moment = useMoment()
  const actions = useCommandActions()
  const toggle = ({ id }: GpsCommand) => onOpen(id === openId ? null : id)
  const columns: TableColumn<GpsCommand>[] = [
    {
      key: 'commandType',
      header: t('commands.field.type'),
      isSortable: true,
      render: ({ type }) => t(`commands.type.${type}`),
    },
    ...(isWithoutVehicle
      ? []
      : [
          {
            key: 'vehicle',
            header: t('commands.field.vehicle'),
            canWrap: true,
            render: ({ vehicleName }: GpsCommand) => vehicleName,
          },
        ]),
    {
      key: 'status',
      header: t('commands.field.status'),
      isSortable: true,
      render: (command) => (
        <Box
          component="span"
          sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' }}
        >
          <CommandStatusChip status={command.status} />
          <ExpiryCountdown command={command} />
        </Box>
      ),
    },
    {
      key: 'priority',
      header: t('commands.field.priority'),
      isSortable: true,
      render: ({ priority }) => <CommandPriorityMark priority={priority} />,
    },
    {
      key: 'createdAt',
      header: t('commands.field.createdAt'),
      isSortable: true,
      render: ({ createdAt }) => moment(createdAt),
    },
    {
      key: 'createdBy',
      header: t('commands.field.createdBy'),
      canWrap: true,
      render: ({ createdBy }) => createdBy,
    },
  ]
  return (
    <DataTable
      {...table}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ type, vehicleNumber }) => `${t(`commands.type.${type}`)} ${vehicleNumber}`}
      onOpen={toggle}
      expanded={(command) =>
        command.id === openId ? <CommandDetails command={command} actions={actions} /> : null
      }
      rowActions={(command) => {
        const lock = cancelLockOf(command)
        const isOpen = command.id === openId
        return (
          <RowMenu
            name={`${t(`commands.type.${command.type}`)} ${command.vehicleNumber}`}
            items={[
              {
                label: t(isOpen ? 'commands.action.hide' : 'commands.action.details'),
                icon: isOpen ? (
                  <ExpandLessRounded fontSize="small" />
                ) : (
                  <ExpandMoreRounded fontSize="small" />
                ),
                onChoose: () => toggle(command),
              },
              {
                label: t('commands.action.refresh'),
                icon: <RefreshRounded fontSize="small" />,
                onChoose: () => actions.refresh(command),
              },
              {
                label: t('commands.action.cancel'),
                icon: <CancelOutlined fontSize="small" />,
                onChoose: () => actions.cancel(command),
                isDestructive: lock === null,
                lockedReason: lock === null ? undefined : t(lock),
              },
            ]}
          />
        )
      }}
    />
  )
}
