import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import DoneAllRounded from '@mui/icons-material/DoneAllRounded'
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import FilterAltOffOutlined from '@mui/icons-material/FilterAltOffOutlined'
import FullscreenExitRounded from '@mui/icons-material/FullscreenExitRounded'
import FullscreenRounded from '@mui/icons-material/FullscreenRounded'
import TvRounded from '@mui/icons-material/TvRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { ChoiceMenu } from '../ui/fields/ChoiceMenu.tsx'
import { InlineSelect } from '../ui/fields/InlineSelect.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { useFullscreen } from '../ui/hooks/use-fullscreen.ts'
import { useText } from '../ui/i18n.tsx'
import { FilterChips } from '../ui/table/FilterChips.tsx'
import { token } from '../ui/theme/tokens.ts'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import { AutoRefresh } from '../vehicles/AutoRefresh.tsx'
import { displayOrder } from '../vehicles/vehicle-list.rules.ts'
import { densities, gridOrders } from './grid.rules.ts'
import type { GridState } from './use-grid.ts'

interface SignButtonProps {
  label: string
  onClick: (event: MouseEvent<HTMLElement>) => void
  isPressed?: boolean
  hasMenu?: boolean
  /** The key with the same effect. */
  shortcut?: string
  isDisabled?: boolean
  children: ReactNode
}

function SignButton(props: SignButtonProps) {
  const { label, onClick, isPressed, hasMenu, shortcut, isDisabled, children } = props
  return (
    <IconButton
      size="small"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-keyshortcuts={shortcut}
      aria-haspopup={hasMenu ? 'menu' : undefined}
      // Not `disabled`: the button would lose the focus when its own press disables it.
      aria-disabled={isDisabled ? 'true' : undefined}
      onClick={isDisabled ? undefined : onClick}
      sx={{
        color: isPressed ? token('primaryText') : token('textSoft'),
        backgroundColor: isPressed ? token('primarySoft') : undefined,
        '&[aria-disabled="true"]': {
          '&, &:hover': { backgroundColor: 'transparent', color: token('textFaint'), cursor: 'not-allowed' },
          // Only the icon is faint, so that the focus ring keeps its contrast.
          '& svg': { opacity: 0.5 },
        },
      }}
    >
      {children}
    </IconButton>
  )
}

interface GridBarProps {
  grid: GridState
  onCopy: () => void
  onSave: (format: 'csv' | 'xlsx') => void
  onWall: () => void
}

/** Filters and controls of the grid. */
export function GridBar({ grid, onCopy, onSave, onWall }: GridBarProps) {
  const { t } = useText()
  const { isFull, canFill, toggle } = useFullscreen()
  const [saving, setSaving] = useState<HTMLElement | null>(null)
  // A phone is not used as a wall display.
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const { view, density, order, onlyProblems, change, shown, vehicles } = grid
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: '8px',
          flexWrap: 'wrap',
          // A single row, in which long labels are shortened.
          '@media (min-width: 1280px)': { flexWrap: 'nowrap' },
        }}
      >
        <Box sx={{ flex: '1 1 140px', minWidth: 110, maxWidth: 340 }}>
          <SearchField value={grid.search} onChange={grid.setSearch} label={t('map.list.search')} />
        </Box>
        <Box component="span" role="status" sx={{ typography: 'h2', whiteSpace: 'nowrap' }}>
          {t('vehicles.countOf', { shown: shown.length, total: vehicles.length })}
        </Box>
        <InlineSelect
          label={t('map.sort.label')}
          value={order}
          options={gridOrders.map((value) => ({
            value,
            label: value === 'silent' ? t('grid.sort.silent') : t(`map.sort.${value}`),
          }))}
          onChange={(next) => change({ sort: next === 'status' ? undefined : next })}
        />
        <InlineSelect
          label={t('grid.view.label')}
          value={view}
          options={grid.views.map((value) => ({ value, label: t(`grid.view.${value}`) }))}
          onChange={(next) => change({ show: next === 'tiles' ? undefined : next })}
        />
        <InlineSelect
          label={t('grid.density.label')}
          value={density}
          options={densities.map((value) => ({ value, label: t(`grid.density.${value}`) }))}
          onChange={(next) => change({ density: next === 'comfortable' ? undefined : next })}
        />
        <SignButton
          label={t('grid.onlyProblems')}
          onClick={() => change({ only: onlyProblems ? undefined : 'problems' })}
          isPressed={onlyProblems}
          shortcut="p"
        >
          <WarningAmberRounded />
        </SignButton>
        {/* Icons instead of text buttons, which would fill a row of their own. */}
        <SignButton
          label={t('map.filter.selectAll')}
          onClick={() => change({ status: [...displayOrder] })}
          isDisabled={grid.statuses.length === displayOrder.length}
        >
          <DoneAllRounded />
        </SignButton>
        <SignButton
          label={t('map.filter.clearAll')}
          onClick={grid.clear}
          isDisabled={grid.statuses.length === 0 && grid.search === '' && !onlyProblems}
        >
          <FilterAltOffOutlined />
        </SignButton>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            gap: '2px',
            ml: { sm: 'auto' },
          }}
        >
          <AutoRefresh
            isRunning={grid.isRunning}
            onChange={grid.setRunning}
            waiting={grid.waiting}
            isCompact={!isPhone}
          />
          <SignButton label={t('grid.copy')} onClick={onCopy} isDisabled={shown.length === 0}>
            <ContentCopyRounded />
          </SignButton>
          <SignButton
            label={t('grid.save')}
            onClick={(event) => setSaving(event.currentTarget)}
            hasMenu
            isDisabled={shown.length === 0}
          >
            <FileDownloadOutlined />
          </SignButton>
          <ChoiceMenu
            anchor={saving}
            onClose={() => setSaving(null)}
            label={t('grid.save')}
            items={(['csv', 'xlsx'] as const).map((format) => ({
              label: t(`work.export.${format}`),
              onChoose: () => onSave(format),
            }))}
          />
          {!isPhone && (
            <SignButton label={t('grid.wall.begin')} onClick={onWall} shortcut="w">
              <TvRounded />
            </SignButton>
          )}
          {canFill && (
            <SignButton
              label={t(isFull ? 'map.control.leaveFullscreen' : 'map.control.fullscreen')}
              onClick={toggle}
              isPressed={isFull}
              shortcut="f"
            >
              {isFull ? <FullscreenExitRounded /> : <FullscreenRounded />}
            </SignButton>
          )}
        </Box>
      </Box>
      <Box sx={{ flex: 'none' }}>
        <FilterChips
          label={t('map.filter.statuses')}
          chips={displayOrder.map((status) => ({
            value: status,
            label: t(`vehicles.status.${status}`),
            count: grid.counts[status],
            icon: <VehicleMark status={status} size={18} />,
          }))}
          selected={grid.statuses}
          onChange={(next) => change({ status: next })}
          isDense
        />
      </Box>
    </>
  )
}
