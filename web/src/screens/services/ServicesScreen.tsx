import AddRounded from '@mui/icons-material/AddRounded'
import Button from '@mui/material/Button'
import { listServices, serviceStatuses } from '@rumbo/contract/services.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useErrorMessage, useFleetSelection, useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { listOf, oneOf } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import { type DetailTab, detailTabs, ServiceDetails } from '../../services/ServiceDetails.tsx'
import { ServiceFilters } from '../../services/ServiceFilters.tsx'
import { useServiceColumns } from '../../services/service-columns.tsx'
import { asQuery, readServiceFilter, serviceFilterNames } from '../../services/service-filter.rules.ts'
import { servicePeriods, usePeriodStart, usualPeriod } from '../../services/service-period.ts'
import { useServiceActions } from '../../services/use-service-actions.tsx'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { ListToolbar } from '../../ui/table/ListToolbar.tsx'
import { RowMenu } from '../../ui/table/table-parts.tsx'

const sorts = [
  'dispatchTime',
  'serviceNumber',
  'createdAt',
  'status',
  'priorityLevel',
  'customerName',
] as const

/** Services of the fleets shown. The address holds search, filters, page, order and the open details. */
export function ServicesScreen({ title }: { title: string }) {
  const { t } = useText()
  const message = useErrorMessage()
  const { company } = useWorkspace()
  const fleets = useFleetSelection()
  const list = useListAddress({ sorts, sort: 'serviceNumber', order: 'desc' })
  const { query, change, view, search } = list
  const actions = useServiceActions()

  const statuses = serviceStatuses.filter((status) => listOf(query.status).includes(status))
  const filter = readServiceFilter(query)
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  const period = servicePeriods.find((value) => value === oneOf(query.period)) ?? usualPeriod(statuses)
  const since = usePeriodStart(period)
  const isFiltered = search !== '' || statuses.length > 0 || isNarrowed || period !== 'all'
  const services = useEndpoint(
    listServices,
    {
      query: {
        ...view,
        search,
        endedSince: period === 'endedToday' ? since : undefined,
        from: period === 'endedToday' ? undefined : since,
        ...fleets?.query,
        status: statuses.length > 0 ? statuses : undefined,
        ...asQuery(filter),
      },
    },
    { enabled: fleets !== null, placeholderData: keepPreviousData },
  )
  const openId = oneOf(query.service)
  const tab: DetailTab = detailTabs.find((name) => name === oneOf(query.tab)) ?? 'information'
  const clear = () => list.clear('status', 'period', ...serviceFilterNames)
  const { mayDispatch, openNew } = actions
  const isNewAsked = oneOf(query.add) !== ''
  const openNewNow = useEffectEvent(openNew)
  useEffect(() => {
    if (!isNewAsked) return
    if (mayDispatch) openNewNow()
    change({ add: undefined })
  }, [isNewAsked, mayDispatch, change])

  const columns = useServiceColumns(company?.timeZone)
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
      <PageHeader title={title} detail={fleets.name} actions={newButton || undefined} />
      <Card isFlush>
        <ListToolbar
          typed={list.typed}
          onType={list.type}
          set={[
            statuses.length > 0,
            query.period !== undefined,
            ...Object.values(filter).map((value) => value !== undefined),
          ]}
          searchLabel={t('services.list.search')}
        >
          <ServiceFilters
            filter={filter}
            period={period}
            onChange={(some) => change({ ...some, page: undefined })}
          />
          <FilterChips
            label={t('services.filter.status')}
            chips={serviceStatuses.map((status) => ({
              value: status,
              label: t(`services.status.${status}`),
            }))}
            selected={statuses}
            onChange={(next) => change({ status: next, page: undefined })}
            clearLabel={t('services.filter.clear')}
          />
        </ListToolbar>
        <DataTable
          label={t('services.list.label')}
          columns={columns}
          rows={services.data?.items}
          total={services.data?.total ?? 0}
          isTotalBound={services.data?.isTotalBound}
          rowId={({ id }) => id}
          rowName={({ serviceNumber }) => String(serviceNumber)}
          view={view}
          onView={({ page, size, sort, order }) =>
            change({ page: page === 1 ? undefined : page, size: size === 25 ? undefined : size, sort, order })
          }
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
            isFiltered ? (
              <EmptyState
                title={t('services.list.noMatch')}
                action={
                  period === 'all' ? (
                    <Button variant="outlined" onClick={clear}>
                      {t('services.filter.clear')}
                    </Button>
                  ) : (
                    <Button variant="outlined" onClick={() => change({ period: 'all', page: undefined })}>
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
          actions={actions}
          onClose={() => change({ service: undefined, tab: undefined })}
        />
      )}
      {actions.dialogs}
    </>
  )
}
