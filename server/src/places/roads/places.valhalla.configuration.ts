const quiet = { type: '' }
const upTransitions = { '1': 400, '2': 100 }

/** Limits of one request; the server's own limits are lower. */
const valhallaLimits = { locations: 60, pairs: 10_000, traceMetres: 2_000_000, tracePoints: 20_000 }

const costings = [
  'auto',
  'bus',
  'taxi',
  'truck',
  'motorcycle',
  'motor_scooter',
  'bicycle',
  'bikeshare',
  'multimodal',
  'transit',
]
const costingLimits = {
  max_distance: 5_000_000,
  max_locations: valhallaLimits.locations,
  max_matrix_distance: 1_000_000,
  max_matrix_location_pairs: valhallaLimits.pairs,
}

/**
 * Valhalla's configuration for one folder of tiles, with the defaults of version 3.6 spelled out, because its own
 * generator is a Python program.
 * @param threads for building; queries use one
 */
export function valhallaConfiguration(tileDirectory: string, threads = 1) {
  return {
    mjolnir: {
      max_cache_size: 256 * 1024 * 1024,
      id_table_size: 1_300_000_000,
      use_lru_mem_cache: true,
      lru_mem_cache_hard_control: false,
      use_simple_mem_cache: false,
      concurrency: threads,
      tile_dir: tileDirectory,
      transit_pbf_limit: 20_000,
      hierarchy: true,
      shortcuts: true,
      keep_all_osm_node_ids: false,
      keep_osm_node_ids: false,
      include_platforms: false,
      include_driveways: true,
      include_construction: false,
      include_bicycle: false,
      include_pedestrian: false,
      include_driving: true,
      import_bike_share_stations: false,
      global_synchronized_cache: false,
      max_concurrent_reader_users: 1,
      reclassify_links: true,
      data_processing: {
        infer_internal_intersections: true,
        infer_turn_channels: true,
        apply_country_overrides: true,
        grid_divisions_within_tile: 32,
        use_admin_db: false,
        use_direction_on_ways: false,
        allow_alt_name: false,
        use_urban_tag: false,
        use_rest_area: false,
        scan_tar: false,
      },
      logging: quiet,
    },
    additional_data: {},
    loki: {
      actions: [
        'locate',
        'route',
        'sources_to_targets',
        'isochrone',
        'trace_attributes',
        'trace_route',
        'status',
      ],
      use_connectivity: true,
      service_defaults: {
        radius: 0,
        minimum_reachability: 50,
        search_cutoff: 35_000,
        node_snap_tolerance: 5,
        street_side_tolerance: 5,
        street_side_max_distance: 1_000,
        heading_tolerance: 60,
      },
      logging: { ...quiet, long_request: 100 },
      service: { proxy: 'ipc:///tmp/loki' },
    },
    thor: {
      logging: { ...quiet, long_request: 110 },
      source_to_target_algorithm: 'select_optimal',
      service: { proxy: 'ipc:///tmp/thor' },
      max_reserved_labels_count_astar: 500_000,
      max_reserved_labels_count_bidir_astar: 250_000,
      max_reserved_labels_count_dijkstras: 1_000_000,
      max_reserved_labels_count_bidir_dijkstras: 500_000,
      clear_reserved_memory: true,
      extended_search: false,
      costmatrix: {
        check_reverse_connection: true,
        allow_second_pass: false,
        max_reserved_locations: 25,
        max_iterations: 2_800,
        min_iterations: 100,
        hierarchy_limits: { max_up_transitions: upTransitions },
      },
      bidirectional_astar: {
        threshold_delta: 420,
        alternative_cost_extend: 1.2,
        alternative_iterations_delta: 100_000,
        hierarchy_limits: {
          max_up_transitions: upTransitions,
          expand_within_distance: { '0': 1e8, '1': 20_000, '2': 5_000 },
        },
      },
      unidirectional_astar: {
        hierarchy_limits: {
          max_up_transitions: upTransitions,
          expand_within_distance: { '0': 1e8, '1': 100_000, '2': 5_000 },
        },
      },
    },
    odin: {
      logging: quiet,
      service: { proxy: 'ipc:///tmp/odin' },
      markup_formatter: { markup_enabled: false, phoneme_format: '<TEXTUAL_STRING>' },
    },
    meili: {
      mode: 'auto',
      customizable: ['mode', 'search_radius', 'gps_accuracy'],
      verbose: false,
      default: {
        sigma_z: 4.07,
        gps_accuracy: 5,
        beta: 3,
        max_route_distance_factor: 5,
        max_route_time_factor: 5,
        max_search_radius: 100,
        breakage_distance: 2_000,
        interpolation_distance: 10,
        search_radius: 50,
        geometry: false,
        route: true,
        turn_penalty_factor: 0,
      },
      auto: { turn_penalty_factor: 200, search_radius: 50 },
      logging: quiet,
      service: { proxy: 'ipc:///tmp/meili' },
      grid: { size: 500, cache_size: 100_240 },
    },
    service_limits: {
      // Valhalla does not start without limits for every costing.
      ...Object.fromEntries(costings.map((costing) => [costing, costingLimits])),
      pedestrian: {
        ...costingLimits,
        min_transit_walking_distance: 1,
        max_transit_walking_distance: 10_000,
      },
      isochrone: {
        max_contours: 8,
        max_time_contour: 120,
        max_distance: 1_000_000,
        max_locations: 1,
        max_distance_contour: 200,
      },
      trace: {
        max_distance: valhallaLimits.traceMetres,
        max_gps_accuracy: 100,
        max_search_radius: 100,
        max_shape: valhallaLimits.tracePoints,
        max_alternates: 0,
        max_alternates_shape: 100,
      },
      status: { allow_verbose: false },
      skadi: { max_shape: 750_000, min_resample: 10 },
      centroid: { max_distance: 200_000, max_locations: 5 },
      max_exclude_locations: 50,
      max_reachability: 100,
      max_radius: 200,
      max_timedep_distance: 500_000,
      max_timedep_distance_matrix: 0,
      max_alternates: 0,
      max_exclude_polygons_length: 10_000,
      max_distance_disable_hierarchy_culling: 0,
      hierarchy_limits: {
        allow_modification: false,
        costmatrix: { max_allowed_up_transitions: upTransitions },
        unidirectional_astar: {
          max_allowed_up_transitions: upTransitions,
          max_expand_within_distance: { '0': 1e8, '1': 100_000, '2': 5_000 },
        },
        bidirectional_astar: {
          max_allowed_up_transitions: upTransitions,
          max_expand_within_distance: { '0': 1e8, '1': 20_000, '2': 5_000 },
        },
      },
      allow_hard_exclusions: false,
    },
  }
}
