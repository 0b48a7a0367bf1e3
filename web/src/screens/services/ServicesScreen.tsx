import AddRounded from '@mui/icons-material/AddRounded'
import EventRepeatRounded from '@mui/icons-material/EventRepeatRounded'
import Button from '@mui/material/Button'
import { listServices, serviceStatuses } from '@rumbo/contract/services.contract'
import { exportServices } from '@rumbo/contract/services.files.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { oneOf } from '../../app/navigation/address.tsx'
import { Decisions } from '../../dispatch/decisions/Decisions.tsx'
import { ActiveFilters } from '../../services/ActiveFilters.tsx'
import { useBulkServices } from '../../services/bulk/use-bulk-services.tsx'
import { ServiceImportActions } from '../../services/imports/ServiceImportActions.tsx'
import { type DetailTab, detailTabs, ServiceDetails } from '../../services/ServiceDetails.tsx'
import { ServiceFilters } from '../../services/ServiceFilters.tsx'
import { SeriesPanel } from '../../services/series/SeriesPanel.tsx'
import { useServiceColumns } from '../../services/service-columns.tsx'
import { useServiceActions } from '../../services/use-service-actions.tsx'
import { useServiceList } from '../../services/use-service-list.ts'
import { ServiceViews } from '../../services/views/ServiceViews.tsx'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { ListToolbar } from '../../ui/table/ListToolbar.tsx'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { TableExportButton } from '../../work/TableFileActions.tsx'

/** Services of the fleets shown. The address holds search, filters, page, order and the open details. */
export function ServicesScreen({ title }: { title: string }) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const { company } = useWorkspace()
  const list = useServiceList()
  const { query, change, view, fleets, period } = list
  const actions = useServiceActions()
  const services = useEndpoint(
    listServices,
    { query: list.asks },
    { enabled: list.isAskable, placeholderData: keepPreviousData },
  )
  const openId = oneOf(query.service)
  const seriesId = oneOf(query.series)
  const tab: DetailTab = detailTabs.find((name) => name === oneOf(query.tab)) ?? 'information'
  const { mayDispatch, openNew } = actions
  const isNewAsked = oneOf(query.add) !== ''
  const openNewNow = useEffectEvent(openNew)
  useEffect(() => {
    if (!isNewAsked) return
    if (mayDispatch) openNewNow()
    change({ add: undefined })
  }, [isNewAsked, mayDispatch, change])

  const exportFile = useChange(exportServices)
  const startExport = (format: 'csv' | 'xlsx') => {
    const { sort, order } = view
    const withOpen = list.narrowed.withOpen === 'true'
    return exportFile.mutateAsync({ body: { ...list.narrowed, withOpen, sort, order, format, language } })
  }
  const columns = useServiceColumns(company?.timeZone)
  const bulk = useBulkServices(services.data?.items, mayDispatch, fleets?.id ?? '')
  const newButton = actions.mayDispatch && (
    <Button variant="contained" startIcon={<AddRounded />} onClick={actions.openNew}>
      {t('services.action.new')}
    </Button>
  )

  if (fleets === null) {
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <EmptyState title={t('services.list.noFleet')} />
        </Card>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={title}
        detail={fleets.name}
        actions={
          <>
            <Button
              variant="outlined"
              startIcon={<EventRepeatRounded />}
              onClick={() => change({ series: 'all' }, { push: true })}
            >
              {t('series.title')}
            </Button>
            {company && <ServiceViews companyId={company.id} screen="services" />}
            <TableExportButton title={t('services.file.export')} onStart={startExport} />
            <ServiceImportActions />
            {newButton}
          </>
        }
      />
      <Card isFlush>
        <ListToolbar
          typed={list.typed}
          onType={list.type}
          set={[
            list.statuses.length > 0,
            list.asked !== undefined,
            ...Object.values(list.filter).map(Boolean),
          ]}
          searchLabel={t('services.list.search')}
        >
          <ServiceFilters filter={list.filter} period={period} days={list.days} onChange={list.narrow} />
          <FilterChips
            label={t('services.filter.status')}
            chips={serviceStatuses.map((status) => ({
              value: status,
              label: t(`services.status.${status}`),
            }))}
            selected={list.statuses}
            onChange={(status) => list.narrow({ status })}
          />
        </ListToolbar>
        <ActiveFilters
          filter={list.filter}
          statuses={list.statuses}
          period={list.asked}
          days={list.days}
          search={list.search}
          onRemove={list.remove}
          onClear={list.clearAll}
        />
        {bulk.bar}
        <DataTable
          label={t('services.list.label')}
          columns={columns}
          rows={services.data?.items}
          total={services.data?.total ?? 0}
          isTotalBound={services.data?.isTotalBound}
          rowId={({ id }) => id}
          rowName={({ serviceNumber }) => String(serviceNumber)}
          view={view}
          onView={list.show}
          selection={bulk.selection}
          isLoading={services.isFetching}
          error={services.isError ? message(services.error, t('services.error.load')) : undefined}
          onRetry={() => void services.refetch()}
          onOpen={({ id }) => change({ service: id, tab: undefined }, { push: true })}
          rowActions={(service) => (
            <RowMenu
              name={String(service.serviceNumber)}
              items={[
                {
                  label: t('services.action.details'),
                  onChoose: () => change({ service: service.id, tab: undefined }, { push: true }),
                },
                ...actions.of(service).map(({ label, icon, run, isDestructive }) => ({
                  label,
                  icon,
                  isDestructive,
                  onChoose: run,
                })),
              ]}
            />
          )}
          empty={
            list.isFiltered ? (
              <EmptyState
                title={t('services.list.noMatch')}
                action={
                  period === 'all' ? (
                    <Button variant="outlined" onClick={list.clearAll}>
                      {t('services.filter.clear')}
                    </Button>
                  ) : (
                    <Button
                      variant="outlined"
                      onClick={() => list.narrow({ period: 'all', from: undefined, to: undefined })}
                    >
                      {t('services.period.showAll')}
                    </Button>
                  )
                }
              />
            ) : (
              <EmptyState title={t('services.list.empty')} action={newButton || undefined} />
            )
          }
        />
      </Card>
      {openId !== '' && (
        <ServiceDetails
          serviceId={openId}
          tab={tab}
          onTab={(next) => change({ tab: next })}
          onSeries={(series) => change({ service: undefined, tab: undefined, series }, { push: true })}
          actions={actions}
          decisions={(service) => <Decisions service={service} />}
          onClose={() => change({ service: undefined, tab: undefined })}
        />
      )}
      {seriesId !== '' && openId === '' && (
        <SeriesPanel
          place={fleets.query}
          chosen={seriesId}
          onOpenService={(id) => change({ service: id, tab: undefined }, { push: true })}
          onClose={() => change({ series: undefined })}
        />
      )}
      {actions.dialogs}
      {bulk.dialogs}
    </>
  )
}
