import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import HistoryRounded from '@mui/icons-material/HistoryRounded'
import SendOutlined from '@mui/icons-material/SendOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Switch from '@mui/material/Switch'
import {
  deleteNotificationRule,
  listNotificationRules,
  type NotificationRule,
  switchNotificationRule,
  testNotificationRule,
} from '@rumbo/contract/notifications.rules.contract'
import { useState } from 'react'
import { useCan, useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { useMoment } from '../../app/use-moment.ts'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { TableColumn, TableView } from '../../ui/table/table-model.ts'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { PriorityMark } from '../notification-looks.tsx'

const RuleDialog = lazyDialog(() => import('./RuleDialog.tsx').then((file) => file.RuleDialog))
const RuleActivityDialog = lazyDialog(() =>
  import('./RuleActivityDialog.tsx').then((file) => file.RuleActivityDialog),
)
type Open = { kind: 'new' } | { kind: 'edit' | 'activity' | 'delete'; rule: NotificationRule }

/** The rules of the company shown, with a switch for each. Who may not edit them reads them. */
export function RuleList() {
  const { t } = useText()
  const moment = useMoment()
  const message = useErrorMessage()
  const { show } = useToasts()
  const { company } = useWorkspace()
  const mayEdit = useCan()('notificationRules.edit')
  const [view, setView] = useState<TableView>({ page: 1, size: 100, order: 'asc' })
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const companyId = company?.id ?? ''
  const rules = useEndpoint(listNotificationRules, { query: { companyId } }, { enabled: company !== null })
  const failed = (text: string) => (error: unknown) =>
    void show({ type: 'error', message: message(error, text) })
  const toggle = useChange(switchNotificationRule, { onError: failed(t('notificationRules.error.save')) })
  const remove = useChange(deleteNotificationRule, { onError: failed(t('notificationRules.error.delete')) })
  const test = useChange(testNotificationRule, {
    onSuccess: () => void show({ type: 'success', message: t('notificationRules.tested') }),
    onError: failed(t('notificationRules.error.test')),
  })

  const columns: TableColumn<NotificationRule>[] = [
    {
      key: 'name',
      header: t('notificationRules.field.name'),
      canWrap: true,
      isKept: true,
      render: ({ name, priority }) => (
        <Box sx={{ display: 'flex', gap: '8px' }}>
          <PriorityMark priority={priority} />
          {name}
        </Box>
      ),
    },
    {
      key: 'audience',
      header: t('notificationRules.field.audience'),
      canWrap: true,
      rank: 2,
      render: ({ audience }) =>
        [...new Set(audience.map(({ kind }) => t(`notificationRules.audience.${kind}`)))].join(', '),
    },
    {
      key: 'methods',
      header: t('notificationRules.field.methods'),
      canWrap: true,
      rank: 3,
      render: ({ methods }) => methods.map((method) => t(`notifications.method.${method}`)).join(', '),
    },
    {
      key: 'lastRaisedAt',
      header: t('notificationRules.column.last'),
      rank: 4,
      render: ({ lastRaisedAt }) => (lastRaisedAt === null ? '—' : moment(lastRaisedAt)),
    },
    {
      key: 'isActive',
      header: t('notificationRules.field.isActive'),
      isKept: true,
      render: (rule) => (
        <Switch
          size="small"
          checked={rule.isActive}
          disabled={!mayEdit}
          onClick={(event) => event.stopPropagation()}
          onChange={(_, isActive) => toggle.mutate({ params: { id: rule.id }, body: { isActive } })}
          slotProps={{ input: { 'aria-label': t('notificationRules.switch', { name: rule.name }) } }}
        />
      ),
    },
  ]
  if (company === null)
    return (
      <Card>
        <EmptyState title={t('webhooks.noCompany')} />
      </Card>
    )
  const items = rules.data?.items
  return (
    <>
      {mayEdit && (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: '12px' }}>
          <Button variant="contained" startIcon={<AddRounded />} onClick={() => setOpen({ kind: 'new' })}>
            {t('notificationRules.new')}
          </Button>
        </Box>
      )}
      <Card isFlush>
        <DataTable
          label={t('notificationRules.label')}
          columns={columns}
          rows={items}
          total={items?.length ?? 0}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          view={view}
          onView={setView}
          error={rules.isError ? message(rules.error, t('notificationRules.error.load')) : undefined}
          onRetry={() => void rules.refetch()}
          onOpen={(rule) => setOpen({ kind: mayEdit ? 'edit' : 'activity', rule })}
          rowActions={(rule) => (
            <RowMenu
              name={rule.name}
              items={[
                ...(mayEdit
                  ? [
                      {
                        label: t('notificationRules.edit'),
                        icon: <EditOutlined fontSize="small" />,
                        onChoose: () => setOpen({ kind: 'edit', rule }),
                      },
                      {
                        label: t('notificationRules.test'),
                        icon: <SendOutlined fontSize="small" />,
                        onChoose: () => test.mutate({ params: { id: rule.id } }),
                      },
                    ]
                  : []),
                {
                  label: t('notificationRules.activity'),
                  icon: <HistoryRounded fontSize="small" />,
                  onChoose: () => setOpen({ kind: 'activity', rule }),
                },
                ...(mayEdit
                  ? [
                      {
                        label: t('notificationRules.delete'),
                        icon: <DeleteOutlineRounded fontSize="small" />,
                        onChoose: () => setOpen({ kind: 'delete', rule }),
                      },
                    ]
                  : []),
              ]}
            />
          )}
          empty={<EmptyState title={t('notificationRules.none')} />}
        />
      </Card>
      {(open?.kind === 'new' || open?.kind === 'edit') && (
        <RuleDialog rule={open.kind === 'edit' ? open.rule : null} companyId={company.id} onClose={close} />
      )}
      {open?.kind === 'activity' && <RuleActivityDialog rule={open.rule} onClose={close} />}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          open
          title={t('notificationRules.deleteTitle')}
          text={t('notificationRules.deleteText', { name: open.rule.name })}
          confirmLabel={t('notificationRules.delete')}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: open.rule.id } }).catch(() => undefined)
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
