# SPDX-License-Identifier: Apache-2.0
# Godot 3: each animation is an AnimationPlayer with a Bezier track, there and back. GDScript calls
# advance(); GDScript's loop takes about 40 ns of each step. PEER_COUNT is the number of animations.
extends SceneTree

var players = []

func _initialize():
	var count = int(OS.get_environment("PEER_COUNT"))
	if count < 1 or count > 100000:
		printerr("PEER_COUNT must be 1 to 100000")
		quit()
		return
	for number in range(count):
		add_player(number)
	print("ready")
	while serve():
		pass
	quit()

func add_player(number):
	var seconds = 0.5 + 0.001 * (number * 7919 % 1501)
	var target = Node2D.new()
	root.add_child(target)
	var player = AnimationPlayer.new()
	target.add_child(player)
	player.playback_process_mode = AnimationPlayer.ANIMATION_PROCESS_MANUAL
	player.add_animation("pulse", pulse(seconds))
	player.play("pulse")
	player.advance(seconds * (number * 104729 % 1000) * 0.001)
	players.append(player)

func pulse(seconds):
	var animation = Animation.new()
	animation.length = 2 * seconds
	animation.loop = true
	var track = animation.add_track(Animation.TYPE_BEZIER)
	animation.track_set_path(track, NodePath(".:rotation"))
	var handle = Vector2(0.42 * seconds, 0)
	animation.bezier_track_insert_key(track, 0, 0, -handle, handle)
	animation.bezier_track_insert_key(track, seconds, 1, -handle, handle)
	animation.bezier_track_insert_key(track, 2 * seconds, 0, -handle, handle)
	return animation

# Godot cannot read from a pipe, so a child process with the same standard input reads the line.
func serve():
	var lines = []
	OS.execute("head", ["-n", "1"], true, lines)
	var frames = int(lines[0])
	if frames < 1:
		return false
	for _frame in range(frames):
		for player in players:
			player.advance(1.0 / 60)
	print("done")
	return true
