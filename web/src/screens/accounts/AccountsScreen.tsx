import { type Account, listAccounts } from '@rumbo/contract/payments.accounts.contract'
import { formatMoney } from '@rumbo/i18n/formats'
import { keepPreviousData } from '@tanstack/react-query'
import { useErrorMessage, useFleetSelection } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { oneOf } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import { useMoment } from '../../app/use-moment.ts'
import { AccountCard } from '../../payments/AccountCard.tsx'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { ListToolbar } from '../../ui/table/ListToolbar.tsx'
import type { TableColumn } from '../../ui/table/table-model.ts'

const sorts = ['contactName', 'balance', 'lastAt'] as const

/** Customers with services on account, and what they owe. The address holds search, page and the open account. */
export function AccountsScreen({ title }: { title: string }) {
  const { t, language } = useText()
  const moment = useMoment()
  const message = useErrorMessage()
  const fleets = useFleetSelection()
  const list = useListAddress({ sorts, sort: 'balance', order: 'desc' })
  const { query, change, view, search } = list
  const isOwing = oneOf(query.owing) === 'true'
  const accounts = useEndpoint(
    listAccounts,
    { query: { ...view, search, owing: isOwing ? 'true' : undefined, ...fleets?.query } },
    { enabled: fleets !== null, placeholderData: keepPreviousData },
  )
  const openId = oneOf(query.account)
  const amount = (value: string, { currency }: Account) => formatMoney(language, value, currency)
  const columns: TableColumn<Account>[] = [
    {
      key: 'contactName',
      header: t('payments.statement.customer'),
      isSortable: true,
      canWrap: true,
      render: ({ contactName }) => contactName,
    },
    {
      key: 'company',
      header: t('directory.field.companyName'),
      canWrap: true,
      rank: 4,
      render: ({ contactCompany }) => contactCompany,
    },
    {
      key: 'charged',
      header: t('payments.statement.charged'),
      align: 'right',
      rank: 2,
      render: (row) => amount(row.charged, row),
    },
    {
      key: 'paid',
      header: t('payments.statement.paid'),
      align: 'right',
      rank: 3,
      render: (row) => amount(row.paid, row),
    },
    {
      key: 'balance',
      header: t('payments.statement.balance'),
      align: 'right',
      isSortable: true,
      rank: 1,
      render: (row) => <strong>{amount(row.balance, row)}</strong>,
    },
    {
      key: 'lastAt',
      header: t('payments.accounts.lastAt'),
      isSortable: true,
      rank: 5,
      render: ({ lastAt }) => moment(lastAt, 'date'),
    },
  ]
  if (fleets === null)
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <EmptyState title={t('payments.accounts.noFleet')} />
        </Card>
      </>
    )
  return (
    <>
      <PageHeader title={title} detail={fleets.name} />
      <Card isFlush>
        <ListToolbar
          typed={list.typed}
          onType={list.type}
          set={[isOwing]}
          searchLabel={t('payments.accounts.search')}
        >
          <FilterChips
            label={t('payments.accounts.filter')}
            chips={[{ value: 'true', label: t('payments.accounts.owing') }]}
            selected={isOwing ? ['true'] : []}
            onChange={(next) => change({ owing: next[0], page: undefined })}
            clearLabel={t('payments.accounts.clear')}
          />
        </ListToolbar>
        <DataTable
          label={title}
          columns={columns}
          rows={accounts.data?.items}
          total={accounts.data?.total ?? 0}
          rowId={({ contactId }) => contactId}
          rowName={({ contactName }) => contactName}
          view={view}
          onView={list.show}
          onOpen={({ contactId }) => change({ account: contactId }, { push: true })}
          isLoading={accounts.isPlaceholderData}
          error={accounts.isError ? message(accounts.error, t('payments.accounts.failed')) : undefined}
          onRetry={() => void accounts.refetch()}
          empty={
            search !== '' || isOwing ? (
              <EmptyState title={t('payments.accounts.noMatch')} />
            ) : (
              <EmptyState title={t('payments.accounts.none')} text={t('payments.accounts.noneText')} />
            )
          }
        />
      </Card>
      {openId && <AccountCard contactId={openId} onClose={() => change({ account: undefined })} />}
    </>
  )
}
