import AddRounded from '@mui/icons-material/AddRounded'
import PublicOutlined from '@mui/icons-material/PublicOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { listRegions, type Region, removeRegion } from '@rumbo/contract/places.regions.contract'
import { withinWorld } from '@rumbo/geo/geometry/date-line'
import { formatNumber } from '@rumbo/i18n/formats'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { useMoment } from '../../app/use-moment.ts'
import { AddRegionDialog } from '../../places/regions/AddRegionDialog.tsx'
import { extentKm, sizeOf } from '../../places/regions/region-draft.rules.ts'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { TableColumn, TableView } from '../../ui/table/table-model.ts'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/** The installed regions, for super admins: contents, adding one from a file, removing. */
export function RegionsScreen({ title }: { title: string }) {
  const { t, language } = useText()
  const moment = useMoment()
  const { show } = useToasts()
  const message = useErrorMessage()
  const [view, setView] = useState<TableView>({ page: 1, size: 25, order: 'asc' })
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Region | null>(null)
  const regions = useEndpoint(listRegions, {})
  const remove = useChange(removeRegion, { evicts: ['places'] })
  const number = (value: number, digits = 0) => formatNumber(language, value, digits)
  const size = (bytes: number) => {
    const { value, digits, unit } = sizeOf(bytes)
    return `${number(value, digits)} ${unit}`
  }

  async function confirmRemoval(region: Region): Promise<void> {
    try {
      await remove.mutateAsync({ params: { name: region.name } })
      show({ type: 'success', message: t('regions.removed', { title: region.title }) })
      setLeaving(null)
    } catch (error) {
      show({ type: 'error', message: message(error, t('regions.remove.failed')) })
    }
  }

  const columns: TableColumn<Region>[] = [
    {
      key: 'title',
      header: t('regions.column.title'),
      canWrap: true,
      minWidth: 190,
      render: (region) => (
        <Box sx={{ display: 'grid', gap: '2px', justifyItems: 'start', py: '8px' }}>
          <span>{region.title}</span>
          <Box component="span" sx={{ typography: 'caption', color: token('textSoft') }}>
            {region.name} · {region.sourceName}
          </Box>
          {region.exactRoadsMissing !== null && (
            <Box component="span" sx={{ typography: 'caption', color: token('textSoft') }}>
              {t(`regions.exactRoads.${region.exactRoadsMissing}`)}
            </Box>
          )}
          {region.isApproximate && <TintedChip colour="occupied">{t('regions.approximate')}</TintedChip>}
        </Box>
      ),
    },
    {
      key: 'extent',
      rank: 6,
      header: t('regions.column.extent'),
      render: ({ bounds }) => {
        const { width, height } = extentKm(bounds)
        const corner = (latitude: number, longitude: number) =>
          `${number(latitude, 3)}, ${number(withinWorld(longitude), 3)}`
        return (
          <Box sx={{ display: 'grid' }}>
            <span>{t('regions.extent', { width: number(width), height: number(height) })}</span>
            <Box component="span" sx={{ typography: 'caption', color: token('textSoft') }}>
              {corner(bounds.south, bounds.west)} – {corner(bounds.north, bounds.east)}
            </Box>
          </Box>
        )
      },
    },
    {
      key: 'streets',
      rank: 4,
      header: t('regions.column.streets'),
      align: 'right',
      render: ({ counts }) => number(counts.streets),
    },
    {
      key: 'addresses',
      rank: 3,
      header: t('regions.column.addresses'),
      align: 'right',
      render: ({ counts }) => number(counts.addresses),
    },
    {
      key: 'bytes',
      rank: 1,
      header: t('regions.column.bytes'),
      align: 'right',
      render: ({ bytes }) => size(bytes),
    },
    {
      key: 'dataAt',
      rank: 2,
      header: t('regions.column.dataAt'),
      render: ({ dataAt }) => (dataAt ? moment(dataAt, 'date') : t('regions.dataUnknown')),
    },
    {
      key: 'addedAt',
      rank: 5,
      header: t('regions.column.addedAt'),
      render: ({ addedAt }) => moment(addedAt),
    },
    {
      key: 'attribution',
      header: t('regions.column.attribution'),
      canWrap: true,
      render: ({ attribution }) => attribution,
    },
  ]
  const items = regions.data?.items
  const add = (
    <Button
      variant="contained"
      startIcon={<AddRounded />}
      disabled={regions.data === undefined}
      onClick={() => setAdding(true)}
    >
      {t('regions.add.button')}
    </Button>
  )
  return (
    <>
      <PageHeader title={title} actions={items && items.length > 0 ? add : undefined} />
      <Card isFlush>
        <DataTable
          label={title}
          columns={columns}
          rows={items?.slice((view.page - 1) * view.size, view.page * view.size)}
          total={items?.length ?? 0}
          rowId={({ name }) => name}
          rowName={(region) => region.title}
          view={view}
          onView={setView}
          isLoading={regions.isFetching}
          error={regions.isError ? message(regions.error, t('regions.load.failed')) : undefined}
          onRetry={() => void regions.refetch()}
          rowActions={(region) => (
            <RowMenu
              name={region.title}
              items={[
                {
                  label: t('regions.remove.button'),
                  onChoose: () => setLeaving(region),
                  isDestructive: true,
                },
              ]}
            />
          )}
          empty={
            <EmptyState
              icon={<PublicOutlined />}
              title={t('regions.empty.title')}
              text={t('regions.empty.text')}
              action={add}
            />
          }
        />
      </Card>
      {isAdding && regions.data && (
        <AddRegionDialog
          taken={new Set(regions.data.items.map(({ name }) => name))}
          limitBytes={regions.data.uploadLimitBytes}
          onClose={() => setAdding(false)}
          onAdded={(added) => {
            setAdding(false)
            show({ type: 'success', message: t('regions.added', { title: added }) })
          }}
        />
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={t('regions.remove.title', { title: leaving?.title ?? '' })}
        text={t('regions.remove.text')}
        confirmLabel={t('regions.remove.button')}
        isDestructive
        onConfirm={() => (leaving ? confirmRemoval(leaving) : undefined)}
        onClose={() => setLeaving(null)}
      />
    </>
  )
}
