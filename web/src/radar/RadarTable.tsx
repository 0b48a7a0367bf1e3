import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { RowActions, useRadarWords } from './RadarRow.tsx'
import { isOutOfReach, type RadarRow, type Reach } from './radar.rules.ts'

interface RadarTableProps {
  rows: readonly RadarRow[]
  reach: Reach
  maxMinutes: number | null
  areFormer: boolean
  label: string
  onCentre: (vehicleId: string) => void
}

/** The radar without its map: every vehicle by arrival, with all actions. */
export function RadarTable({ rows, reach, maxMinutes, areFormer, label, onCentre }: RadarTableProps) {
  const { t } = useText()
  const words = useRadarWords()
  return (
    <Table size="small" stickyHeader aria-label={label}>
      <TableHead>
        <TableRow>
          <TableCell>{t('vehicles.one')}</TableCell>
          <TableCell>{t('vehicles.field.status')}</TableCell>
          <TableCell align="right">{t('radar.column.time')}</TableCell>
          <TableCell align="right">{t('radar.column.distance')}</TableCell>
          <TableCell>{t('radar.column.direction')}</TableCell>
          <TableCell>{t('radar.column.actions')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.vehicle.id}>
            <TableCell component="th" scope="row" sx={{ fontWeight: 700 }}>
              {row.vehicle.vehicleNumber}
            </TableCell>
            <TableCell>
              {t(`vehicles.status.${row.vehicle.status}`)}
              {row.isOld && ` · ${t('radar.old')}`}
            </TableCell>
            <TableCell align="right" sx={{ color: areFormer ? token('textFaint') : undefined }}>
              {words.time(row) ?? '—'}
            </TableCell>
            <TableCell align="right">
              {row.distanceMetres === null ? t('radar.noPosition') : words.distance(row.distanceMetres)}
              {row.closingKmh !== null && ` · ${t('radar.closing', { speed: row.closingKmh })}`}
              {isOutOfReach(row, reach, maxMinutes) && ` · ${t('radar.outOfReach')}`}
            </TableCell>
            <TableCell>{row.bearingDegrees === null ? '—' : words.direction(row.bearingDegrees)}</TableCell>
            <TableCell>
              <RowActions vehicleId={row.vehicle.id} onCentre={() => onCentre(row.vehicle.id)} isCompact />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
