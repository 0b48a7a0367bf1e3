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
  restoreDefaultRules,
  switchNotificationRule,
  testNotificationRule,
} from '@rumbo/contract/notifications.rules.contract'
import { useState } from 'react'
import { useCan, useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { Age } from '../../ui/Age.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { TableColumn, TableView } from '../../ui/table/table-model.ts'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { PriorityMark } from '../PriorityMark.tsx'
import { RuleActivity } from './RuleActivity.tsx'
import { useRuleName } from './use-rule-name.ts'

const RuleDialog = lazyDialog(() => import('./RuleDialog.tsx').then((file) => file.RuleDialog))

type Open = { kind: 'new' } | { kind: 'edit' | 'activity' | 'delete'; rule: NotificationRule }

/** The notification rules of a company: switch, change, test, and whom each reached. */
export function RulesPage({ companyId }: { companyId: string }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const nameOf = useRuleName()
  const mayEdit = useCan()('notificationRules.edit')
  const [view, setView] = useState<TableView>({ page: 1, size: 100, order: 'asc' })
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const rules = useEndpoint(listNotificationRules, { query: { companyId } })
  const failed = (text: string) => (error: Error) =>
    void toasts.show({ type: 'error', message: message(error, text) })
  const turn = useChange(switchNotificationRule, { onError: failed(t('notificationRules.error.save')) })
  const remove = useChange(deleteNotificationRule, { onError: failed(t('notificationRules.error.delete')) })
  const restore = useChange(restoreDefaultRules, {
    onError: failed(t('notificationRules.error.save')),
    onSuccess: ({ created }) =>
      toasts.show({ type: 'success', message: t('notificationRules.restored', { count: created }) }),
  })
  const test = useChange(testNotificationRule, {
    evicts: ['notifications'],
    onError: failed(t('notificationRules.error.test')),
    onSuccess: () => toasts.show({ type: 'success', message: t('notificationRules.tested') }),
  })
  const columns: TableColumn<NotificationRule>[] = [
    {
      key: 'name',
      header: t('notificationRules.field.name'),
      canWrap: true,
      render: (rule) => (
        <>
          {nameOf(rule)}
          <RuleZones rule={rule} />
        </>
      ),
    },
    {
      key: 'on',
      header: t('notificationRules.field.on'),
      isKept: true,
      render: (rule) => (
        <Switch
          size="small"
          checked={rule.isActive}
          disabled={!mayEdit || turn.isPending}
          onChange={(_, isOn) => turn.mutate({ params: { id: rule.id }, body: { isActive: isOn } })}
          slotProps={{ input: { 'aria-label': t('notificationRules.switch', { name: nameOf(rule) }) } }}
        />
      ),
    },
    {
      key: 'audience',
      rank: 2,
      canWrap: true,
      header: t('notificationRules.field.audience'),
      render: ({ audience }) =>
        audience
          .map((one) =>
            one.kind === 'users' || one.kind === 'contacts'
              ? t(`notificationRules.audience.${one.kind}`, { count: one.ids.length })
              : one.kind === 'roles'
                ? one.roles.map((role) => t(`users.role.${role}`)).join(', ')
                : t(`notificationRules.audience.${one.kind}`),
          )
          .join(', '),
    },
    {
      key: 'methods',
      rank: 3,
      canWrap: true,
      header: t('notificationRules.field.methods'),
      render: ({ methods }) => methods.map((one) => t(`notifications.method.${one}`)).join(', '),
    },
    {
      key: 'priority',
      rank: 1,
      header: t('notifications.field.priority'),
      render: ({ priority }) => <PriorityMark priority={priority} />,
    },
    {
      key: 'lastRaisedAt',
      rank: 4,
      header: t('notificationRules.field.lastNotifiedAt'),
      render: ({ lastRaisedAt }) =>
        lastRaisedAt === null ? t('notificationRules.never') : <Age at={lastRaisedAt} />,
    },
  ]
  const show = (rule: NotificationRule) => setOpen({ kind: mayEdit ? 'edit' : 'activity', rule })
  return (
    <>
      {mayEdit && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '10px', mb: '12px' }}>
          <Button variant="contained" startIcon={<AddRounded />} onClick={() => setOpen({ kind: 'new' })}>
            {t('notificationRules.new')}
          </Button>
          <Button
            variant="outlined"
            loading={restore.isPending}
            onClick={() => restore.mutate({ body: { companyId } })}
          >
            {t('notificationRules.restore')}
          </Button>
        </Box>
      )}
      <Card isFlush>
        <DataTable
          label={t('notificationRules.list')}
          columns={columns}
          rows={rules.data?.items}
          total={rules.data?.items.length ?? 0}
          rowId={({ id }) => id}
          rowName={nameOf}
          view={view}
          onView={setView}
          error={rules.isError ? message(rules.error, t('notificationRules.error.load')) : undefined}
          onRetry={() => void rules.refetch()}
          onOpen={show}
          rowActions={(rule) => (
            <RowMenu
              name={nameOf(rule)}
              items={[
                {
                  label: t('notificationRules.activity.title'),
                  icon: <HistoryRounded fontSize="small" />,
                  onChoose: () => setOpen({ kind: 'activity', rule }),
                },
                ...(mayEdit
                  ? [
                      {
                        label: t('notificationRules.change'),
                        icon: <EditOutlined fontSize="small" />,
                        onChoose: () => setOpen({ kind: 'edit' as const, rule }),
                      },
                      {
                        label: t('notificationRules.test'),
                        icon: <SendOutlined fontSize="small" />,
                        onChoose: () => test.mutate({ params: { id: rule.id } }),
                      },
                      {
                        label: t('notificationRules.delete'),
                        icon: <DeleteOutlineRounded fontSize="small" />,
                        onChoose: () => setOpen({ kind: 'delete' as const, rule }),
                      },
                    ]
                  : []),
              ]}
            />
          )}
          empty={<EmptyState title={t('notificationRules.none')} />}
        />
      </Card>
      {open?.kind === 'new' && <RuleDialog companyId={companyId} onClose={close} />}
      {open?.kind === 'edit' && <RuleDialog companyId={companyId} rule={open.rule} onClose={close} />}
      {open?.kind === 'activity' && <RuleActivity rule={open.rule} onClose={close} />}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          open
          title={t('notificationRules.deleteTitle', { name: nameOf(open.rule) })}
          text={t('notificationRules.deleteText')}
          confirmLabel={t('notificationRules.delete')}
          isDestructive
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: open.rule.id } })
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

/** Which zones a rule is limited to; nothing where it is not. */
function RuleZones({ rule: { zones, conditions } }: { rule: NotificationRule }) {
  const { t } = useText()
  if (conditions.zoneIds.length === 0) return null
  const deleted = conditions.zoneIds.length - zones.length
  // Fleets have zones of the same name.
  const names = [...new Set(zones.map(({ name }) => name))]
  if (deleted > 0) names.push(t('notificationRules.zonesDeleted', { count: deleted }))
  return (
    <Box component="span" sx={{ display: 'block', typography: 'body2', color: token('textSoft') }}>
      {t('notificationRules.onlyZones', { zones: names.join(', ') })}
    </Box>
  )
}
