import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import HistoryRounded from '@mui/icons-material/HistoryRounded'
import Box from '@mui/material/Box'
import { type CustomRule, deleteCustomRule, listCustomRules } from '@rumbo/contract/events.custom.contract'
import { lazy, Suspense, useState } from 'react'
import { useCan, useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { Age } from '../../ui/Age.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { TableColumn, TableView } from '../../ui/table/table-model.ts'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { SeverityMark } from '../list/SeverityMark.tsx'
import { ruleDetail, ruleWords } from './rule-words.rules.ts'

const RuleTestDialog = lazy(() =>
  import('./RuleTestDialog.tsx').then((file) => ({ default: file.RuleTestDialog })),
)

interface RulesTabProps {
  companyId: string
  fleetId: string
  onEdit: (rule: CustomRule) => void
}

/** The custom rules of a fleet, with their conditions in words. */
export function RulesTab({ companyId, fleetId, onEdit }: RulesTabProps) {
  const { t, language } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const mayEdit = useCan()('customRules.edit', { companyId, fleetId })
  const [view, setView] = useState<TableView>({ page: 1, size: 25, order: 'asc' })
  const [asked, setAsked] = useState<CustomRule | null>(null)
  const [tested, setTested] = useState<CustomRule | null>(null)
  const rules = useEndpoint(listCustomRules, { query: { fleetId } })
  const remove = useChange(deleteCustomRule, {
    onError: (error) =>
      toasts.show({ type: 'error', message: message(error, t('customRules.error.delete')) }),
  })
  const columns: TableColumn<CustomRule>[] = [
    { key: 'name', header: t('customRules.field.name'), canWrap: true, render: ({ name }) => name },
    {
      key: 'conditions',
      header: t('customRules.field.conditions'),
      canWrap: true,
      minWidth: 220,
      rank: 1,
      render: (rule) => (
        <>
          {ruleWords(t, language, rule)}
          <Box component="span" sx={{ display: 'block', color: token('textSoft') }}>
            {ruleDetail(t, language, rule)}
          </Box>
        </>
      ),
    },
    {
      key: 'scope',
      header: t('customRules.field.scope'),
      rank: 4,
      render: ({ scope }) =>
        scope.kind === 'fleet'
          ? t('vehicles.scope.fleet')
          : t('vehicles.scope.count', { count: scope.vehicleIds.length }),
    },
    {
      key: 'severity',
      header: t('events.field.severity'),
      rank: 5,
      render: ({ severity }) => <SeverityMark severity={severity} />,
    },
    {
      key: 'active',
      header: t('customRules.field.state'),
      rank: 2,
      render: ({ isActive }) => (
        <TintedChip colour={isActive ? 'active' : 'inactive'}>
          {t(isActive ? 'customRules.state.active' : 'customRules.state.inactive')}
        </TintedChip>
      ),
    },
    {
      key: 'lastRaisedAt',
      header: t('customRules.field.lastRaisedAt'),
      rank: 3,
      render: ({ lastRaisedAt }) =>
        lastRaisedAt === null ? t('customRules.neverRaised') : <Age at={Date.parse(lastRaisedAt)} />,
    },
  ]
  const { page, size } = view
  const items = rules.data?.items
  return (
    <Card isFlush label={t('customRules.title')}>
      <DataTable
        label={t('customRules.title')}
        columns={columns}
        rows={items?.slice((page - 1) * size, page * size)}
        total={items?.length ?? 0}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        view={view}
        onView={setView}
        error={rules.isError ? message(rules.error, t('customRules.error.load')) : undefined}
        onRetry={() => void rules.refetch()}
        onOpen={mayEdit ? onEdit : undefined}
        rowActions={
          mayEdit
            ? (rule) => (
                <RowMenu
                  name={rule.name}
                  items={[
                    {
                      label: t('customRules.action.edit'),
                      icon: <EditOutlined fontSize="small" />,
                      onChoose: () => onEdit(rule),
                    },
                    {
                      label: t('history.test.action'),
                      icon: <HistoryRounded fontSize="small" />,
                      onChoose: () => setTested(rule),
                    },
                    {
                      label: t('customRules.action.delete'),
                      icon: <DeleteOutlineRounded fontSize="small" />,
                      onChoose: () => setAsked(rule),
                      isDestructive: true,
                    },
                  ]}
                />
              )
            : undefined
        }
        empty={<EmptyState title={t('customRules.none')} text={t('customRules.noneText')} />}
      />
      {tested && (
        <Suspense fallback={null}>
          <RuleTestDialog rule={tested} onClose={() => setTested(null)} />
        </Suspense>
      )}
      {asked && (
        <ConfirmDialog
          open
          isDestructive
          title={t('customRules.delete.title', { name: asked.name })}
          text={t('customRules.delete.text')}
          confirmLabel={t('customRules.action.delete')}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: asked.id } })
            toasts.show({ type: 'success', message: t('customRules.deleted', { name: asked.name }) })
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}
