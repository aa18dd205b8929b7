<?php
/**
 * Action Scheduler, the queue of WooCommerce, as far as plugins use it. The table has the real one's name and columns, so that tests can move its clock.
 *
 * Habits: a job that was canceled since the queue was read does not run, a repeated one is stored again after it has run; a job that threw is "failed" and is not repeated; a job that ended is "complete", whatever it has done; before `init` nothing is scheduled.
 */

class ActionScheduler_Store {
	const STATUS_COMPLETE = 'complete';
	const STATUS_PENDING  = 'pending';
	const STATUS_RUNNING  = 'in-progress';
	const STATUS_FAILED   = 'failed';
	const STATUS_CANCELED = 'canceled';

	public static function table() {
		return $GLOBALS['wpdb']->prefix . 'actionscheduler_actions';
	}

	public static function install() {
		$GLOBALS['wpdb']->query(
			'create table if not exists ' . self::table() . " (
				action_id bigint unsigned not null auto_increment primary key, hook varchar(191) not null, status varchar(20) not null default 'pending',
				scheduled_date_gmt datetime, scheduled_date_local datetime, args longtext, group_slug varchar(191) not null default '', every_seconds int not null default 0,
				attempts int not null default 0, last_attempt_gmt datetime, key hook_status (hook, status)
			)"
		);
	}

	public static function add( $time, $hook, $args, $group, $unique, $every = 0 ) {
		if ( ! did_action( 'init' ) && ! doing_action( 'init' ) ) {
			_doing_it_wrong( 'as_schedule_single_action', 'was called before the data store was initialized', '3.1.6' );
			return 0;
		}
		if ( $unique && as_has_scheduled_action( $hook, $args, $group ) ) {
			return 0;
		}
		global $wpdb;
		$date = gmdate( 'Y-m-d H:i:s', (int) $time );
		$wpdb->insert(
			self::table(),
			array(
				'hook'                 => $hook,
				'scheduled_date_gmt'   => $date,
				'scheduled_date_local' => $date,
				'args'                 => wp_json_encode( array_values( $args ) ),
				'group_slug'           => $group,
				'every_seconds'        => $every,
			)
		);
		$action_id = (int) $wpdb->insert_id;
		do_action( 'action_scheduler_stored_action', $action_id );
		return $action_id;
	}

	/** The rows with these values, earliest first. */
	public static function find( $wanted, $limit = 1000 ) {
		global $wpdb;
		$where = array( '1 = 1' );
		foreach ( $wanted as $column => $value ) {
			$marks   = implode( ', ', array_fill( 0, count( (array) $value ), '%s' ) );
			$where[] = $wpdb->prepare( "$column in ($marks)", (array) $value ); // phpcs:ignore WordPress.DB.PreparedSQL
		}
		return $wpdb->get_results( 'select * from ' . self::table() . ' where ' . implode( ' and ', $where ) . ' order by scheduled_date_gmt, action_id limit ' . (int) $limit );
	}
}

/** A stored job, as `as_get_scheduled_actions` returns it. */
class ActionScheduler_Action {
	private $row;

	public function __construct( $row ) {
		$this->row = $row;
	}
	public function get_hook() {
		return $this->row->hook;
	}
	public function get_args() {
		return json_decode( $this->row->args, true );
	}
	public function get_group() {
		return $this->row->group_slug;
	}
	public function get_schedule() {
		return $this;
	}
	public function get_date() {
		return new DateTime( $this->row->scheduled_date_gmt, new DateTimeZone( 'UTC' ) );
	}
}

class ActionScheduler_QueueRunner {
	public static function instance() {
		static $runner;
		return $runner ?? $runner = new self();
	}

	/** Runs what is due, and what that makes due. */
	public function run( $context = 'WP Cron' ) {
		global $wpdb;
		$ran = 0;
		do {
			$due = $wpdb->get_results( $wpdb->prepare( 'select * from ' . ActionScheduler_Store::table() . " where status = 'pending' and scheduled_date_gmt <= %s order by scheduled_date_gmt, action_id limit 25", gmdate( 'Y-m-d H:i:s' ) ) ); // phpcs:ignore WordPress.DB.PreparedSQL
			foreach ( $due as $row ) {
				$this->run_one( $row );
				++$ran;
			}
		} while ( $due );
		return $ran;
	}

	private function run_one( $row ) {
		$status = $GLOBALS['wpdb']->get_var( $GLOBALS['wpdb']->prepare( 'select status from ' . ActionScheduler_Store::table() . ' where action_id = %d', $row->action_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
		if ( 'pending' !== $status ) {
			return;
		}
		$this->set( $row, array( 'status' => 'in-progress', 'attempts' => $row->attempts + 1, 'last_attempt_gmt' => gmdate( 'Y-m-d H:i:s' ) ) );
		try {
			do_action_ref_array( $row->hook, json_decode( $row->args, true ) );
			$this->set( $row, array( 'status' => 'complete' ) );
		} catch ( Throwable $error ) {
			$this->set( $row, array( 'status' => 'failed' ) );
			do_action( 'action_scheduler_failed_execution', (int) $row->action_id, $error, 'WP Cron' );
		}
		if ( $row->every_seconds ) {
			ActionScheduler_Store::add( time() + $row->every_seconds, $row->hook, json_decode( $row->args, true ), $row->group_slug, false, $row->every_seconds );
		}
	}

	private function set( $row, $values ) {
		$GLOBALS['wpdb']->update( ActionScheduler_Store::table(), $values, array( 'action_id' => $row->action_id ) );
	}
}
add_action( 'action_scheduler_run_queue', fn() => ActionScheduler_QueueRunner::instance()->run() );
add_action( 'init', fn() => do_action( 'action_scheduler_init' ), 1 );

function as_enqueue_async_action( $hook, $args = array(), $group = '', $unique = false, $priority = 10 ) {
	return ActionScheduler_Store::add( time(), $hook, $args, $group, $unique );
}
function as_schedule_single_action( $timestamp, $hook, $args = array(), $group = '', $unique = false, $priority = 10 ) {
	return ActionScheduler_Store::add( $timestamp, $hook, $args, $group, $unique );
}
function as_schedule_recurring_action( $timestamp, $interval_in_seconds, $hook, $args = array(), $group = '', $unique = false, $priority = 10 ) {
	return ActionScheduler_Store::add( $timestamp, $hook, $args, $group, $unique, (int) $interval_in_seconds );
}
function as_unschedule_all_actions( $hook = '', $args = array(), $group = '' ) {
	foreach ( ActionScheduler_Store::find( wc_stand_in_job( $hook, $args, $group ) + array( 'status' => 'pending' ) ) as $row ) {
		$GLOBALS['wpdb']->update( ActionScheduler_Store::table(), array( 'status' => 'canceled' ), array( 'action_id' => $row->action_id ) );
	}
}
function as_unschedule_action( $hook, $args = array(), $group = '' ) {
	as_unschedule_all_actions( $hook, $args, $group );
}
function as_next_scheduled_action( $hook, $args = null, $group = '' ) {
	$found = ActionScheduler_Store::find( wc_stand_in_job( $hook, $args, $group ) + array( 'status' => array( 'pending', 'in-progress' ) ), 1 );
	return ! $found ? false : ( 'pending' === $found[0]->status ? strtotime( $found[0]->scheduled_date_gmt . ' UTC' ) : true );
}
function as_has_scheduled_action( $hook, $args = null, $group = '' ) {
	return (bool) as_next_scheduled_action( $hook, $args, $group );
}
function as_get_scheduled_actions( $args = array(), $return_format = OBJECT ) {
	$wanted = wc_stand_in_job( $args['hook'] ?? '', $args['args'] ?? null, $args['group'] ?? '' );
	if ( ! empty( $args['status'] ) ) {
		$wanted['status'] = $args['status'];
	}
	$per_page = (int) ( $args['per_page'] ?? 5 );
	$found    = array();
	foreach ( ActionScheduler_Store::find( $wanted, $per_page < 0 ? 100000 : $per_page ) as $row ) {
		// `date_compare` is always "<=" here.
		if ( empty( $args['date'] ) || $row->scheduled_date_gmt <= $args['date'] ) {
			$found[ (int) $row->action_id ] = new ActionScheduler_Action( $row );
		}
	}
	return 'ids' === $return_format ? array_keys( $found ) : $found;
}
function wc_stand_in_job( $hook, $args, $group ) {
	return array_filter(
		array(
			'hook'       => $hook,
			'group_slug' => $group,
			'args'       => $args ? wp_json_encode( array_values( $args ) ) : '',
		)
	);
}
