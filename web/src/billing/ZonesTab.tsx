import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import { deleteZone, type Zone } from '@rumbo/contract/places.zones.contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { LiveMap } from '../map/LiveMap.tsx'
import { MapControls } from '../map/MapControls.tsx'
import type { MapHandle } from '../map/map-model.ts'
import { useZones } from '../places/use-zones.ts'
import { Card } from '../ui/Card.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import type { TableColumn, TableView } from '../ui/table/table-model.ts'
import { RowMenu } from '../ui/table/table-parts.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { areaOf, pointsOf } from './zone-area.ts'

interface ZonesTabProps {
  fleetId: string
  /** Undefined where the user may only read. */
  onEdit?: ((zone: Zone) => void) | undefined
}

/** The zones of a fleet on a map and as a list. */
export function ZonesTab({ fleetId, onEdit }: ZonesTabProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const map = useRef<MapHandle>(null)
  const { zones, isLoaded, error, refetch } = useZones(fleetId)
  const [view, setView] = useState<TableView>({ page: 1, size: 25, order: 'asc' })
  const [deleting, setDeleting] = useState<Zone | null>(null)
  const [isMapReady, setMapReady] = useState(false)
  const remove = useChange(deleteZone)
  const areas = useMemo(() => zones.map((zone) => areaOf(zone)), [zones])
  useEffect(() => {
    if (isMapReady) map.current?.fit(pointsOf(zones), { isInstant: true, maxZoom: 14 })
  }, [isMapReady, zones])
  const columns: TableColumn<Zone>[] = [
    { key: 'name', header: t('billing.zone.name'), canWrap: true, render: ({ name }) => name },
    {
      key: 'corners',
      header: t('billing.zone.corners'),
      align: 'right',
      render: ({ corners }) => corners.length,
    },
  ]
  const menu = (zone: Zone) => (
    <RowMenu
      name={zone.name}
      items={[
        { label: t('billing.zone.editAction'), icon: <EditOutlined />, onChoose: () => onEdit?.(zone) },
        {
          label: t('billing.zone.delete'),
          icon: <DeleteOutlineRounded />,
          isDestructive: true,
          onChoose: () => setDeleting(zone),
        },
      ]}
    />
  )
  const { page, size } = view
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      {zones.length > 0 && (
        <Card isFlush label={t('billing.zone.map')}>
          <Box sx={{ position: 'relative', height: 'min(44dvh, 380px)' }}>
            <LiveMap
              ref={map}
              label={t('billing.zone.map')}
              view={null}
              areas={areas}
              onReady={() => setMapReady(true)}
            />
            <Box sx={{ position: 'absolute', right: 12, bottom: 40 }}>
              <MapControls onZoomIn={() => map.current?.zoomIn()} onZoomOut={() => map.current?.zoomOut()} />
            </Box>
          </Box>
        </Card>
      )}
      <Card isFlush label={t('billing.tab.zones')}>
        <DataTable
          label={t('billing.tab.zones')}
          columns={columns}
          rows={isLoaded ? zones.slice((page - 1) * size, page * size) : undefined}
          total={zones.length}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          view={view}
          onView={setView}
          onOpen={onEdit}
          rowActions={onEdit && menu}
          error={error ? message(error, t('billing.zone.loadFailed')) : undefined}
          onRetry={() => void refetch()}
          empty={<EmptyState title={t('billing.zone.none')} text={t('billing.zone.noneText')} />}
        />
      </Card>
      <ConfirmDialog
        open={deleting !== null}
        title={t('billing.zone.deleteTitle', { name: deleting?.name ?? '' })}
        text={t('billing.zone.deleteText')}
        confirmLabel={t('billing.zone.delete')}
        isDestructive
        onConfirm={async () => {
          if (deleting === null) return
          try {
            await remove.mutateAsync({ params: { id: deleting.id } })
            toasts.show({ type: 'success', message: t('billing.zone.deleted', { name: deleting.name }) })
          } catch (failure) {
            toasts.show({ type: 'error', message: message(failure, t('billing.failed')) })
          }
          setDeleting(null)
        }}
        onClose={() => setDeleting(null)}
      />
    </Box>
  )
}
