import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type AuditEntry, exportAudit, listAudit } from '@rumbo/contract/monitoring.audit.contract'
import { wordsOfAction, wordsOfEntity } from '@rumbo/i18n/audit-words'
import { formatDate } from '@rumbo/i18n/formats'
import { keepPreviousData } from '@tanstack/react-query'
import { useErrorMessage, useSession, useWorkspace } from '../../app/client-context.tsx'
import { useData, useEndpoint } from '../../app/data/use-data.ts'
import { oneOf } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import { AuditChanges } from '../../monitoring/AuditChanges.tsx'
import { AuditFilters } from '../../monitoring/AuditFilters.tsx'
import { auditFilterNames, isBackwards, readAuditFilter } from '../../monitoring/audit-filter.rules.ts'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ListToolbar } from '../../ui/table/ListToolbar.tsx'
import type { TableColumn } from '../../ui/table/table-model.ts'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { TableExportButton } from '../../work/TableFileActions.tsx'

const sorts = ['at'] as const

/** Who changed what, when and from where. The address holds search, filters, page, order and the open entry. */
export function AuditScreen({ title }: { title: string }) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const { call } = useData()
  const { user } = useSession()
  const { company } = useWorkspace()
  const list = useListAddress({ sorts, sort: 'at', order: 'desc' })
  const { query, change, view, search } = list
  const filter = readAuditFilter(query)
  const openId = oneOf(query.entry)
  const isFiltered = search !== '' || Object.keys(filter).length > 0
  const audit = useEndpoint(
    listAudit,
    { query: { ...view, search, ...filter } },
    { enabled: !isBackwards(filter), placeholderData: keepPreviousData },
  )
  const rows = audit.data?.items
  const timeZone = company?.timeZone
  const recordOf = ({ entityName, entity }: AuditEntry) => entityName ?? wordsOfEntity(t, entity)
  const narrow = (some: Record<string, string | undefined>) => change({ ...some, page: undefined })

  const columns: TableColumn<AuditEntry>[] = [
    {
      key: 'at',
      header: t('audit.column.at'),
      isSortable: true,
      width: '160px',
      render: ({ at }) => formatDate(language, at, { timeZone }),
    },
    {
      key: 'person',
      header: t('audit.column.person'),
      canWrap: true,
      render: ({ actorName }) => actorName ?? t('audit.system'),
    },
    {
      key: 'action',
      header: t('audit.column.action'),
      canWrap: true,
      render: ({ action }) => wordsOfAction(t, action),
    },
    {
      key: 'record',
      header: t('audit.column.record'),
      canWrap: true,
      render: ({ entity, entityName }) => (
        <>
          <Box component="span" sx={{ color: token('textSoft') }}>
            {wordsOfEntity(t, entity)}
          </Box>
          {entityName !== null && ` ${entityName}`}
        </>
      ),
    },
    ...(user?.level === 'super_admin'
      ? [
          {
            key: 'company',
            header: t('audit.column.company'),
            canWrap: true,
            render: ({ companyName }: AuditEntry) => companyName ?? '—',
          },
        ]
      : []),
    {
      key: 'address',
      header: t('audit.column.address'),
      render: ({ address }) => address || '—',
    },
  ]

  return (
    <>
      <PageHeader
        title={title}
        actions={
          <TableExportButton
            title={t('audit.export.title')}
            isDisabled={isBackwards(filter) || audit.data?.total === 0}
            onStart={(format) => call(exportAudit, { body: { ...filter, search, format, language } })}
          />
        }
      />
      <Card isFlush>
        <ListToolbar
          typed={list.typed}
          onType={list.type}
          set={Object.keys(filter).map(() => true)}
          searchLabel={t('audit.searchLabel')}
        >
          <AuditFilters
            filter={filter}
            names={{
              actor: rows?.find(({ actorId }) => actorId === filter.actorId)?.actorName ?? undefined,
              record: rows?.find(({ entityId }) => entityId === filter.entityId)?.entityName ?? undefined,
            }}
            onChange={narrow}
          />
        </ListToolbar>
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          total={audit.data?.total ?? 0}
          rowId={({ id }) => id}
          rowName={recordOf}
          view={view}
          onView={({ page, size, order }) =>
            change({ page: page === 1 ? undefined : page, size: size === 25 ? undefined : size, order })
          }
          isLoading={audit.isFetching}
          error={audit.isError ? message(audit.error, t('audit.load.failed')) : undefined}
          onRetry={() => void audit.refetch()}
          onOpen={({ id }) => change({ entry: id === openId ? undefined : id })}
          expanded={(entry) =>
            entry.id === openId ? <AuditChanges entry={entry} timeZone={timeZone} /> : null
          }
          rowActions={(entry) => (
            <RowMenu
              name={recordOf(entry)}
              items={[
                ...(entry.actorId
                  ? [
                      {
                        label: t('audit.filter.onlyPerson', { name: entry.actorName ?? t('audit.unnamed') }),
                        onChoose: () => narrow({ actorId: entry.actorId ?? undefined }),
                      },
                    ]
                  : []),
                ...(entry.entityId
                  ? [
                      {
                        label: t('audit.filter.onlyRecord', { name: recordOf(entry) }),
                        onChoose: () => narrow({ entityId: entry.entityId ?? undefined }),
                      },
                    ]
                  : []),
              ]}
            />
          )}
          empty={
            isFiltered ? (
              <EmptyState
                title={t('audit.empty.filteredTitle')}
                text={t('audit.empty.filteredText')}
                action={
                  <Button variant="outlined" onClick={() => list.clear(...auditFilterNames)}>
                    {t('audit.filter.clear')}
                  </Button>
                }
              />
            ) : (
              <EmptyState title={t('audit.empty.title')} text={t('audit.empty.text')} />
            )
          }
        />
      </Card>
    </>
  )
}
