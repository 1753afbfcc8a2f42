// SPDX-License-Identifier: GPL-2.0-only
/*
 * measure OUT COMMAND...: runs COMMAND in a session of its own and writes one
 * line to OUT: seconds, CPU seconds of all its processes, peak memory of all of
 * them together in KiB, exit status. Memory is the sum of the proportional set
 * sizes (shared pages are shared out), looked at ten times a second. Stands on
 * /proc alone; a process that leaves the session is not seen.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SAMPLE_NS 100000000L

static pid_t child;

static void pass_on(int sig)
{
	if (child > 0)
		kill(-child, sig);
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

/* The session of a process, or -1. Its name may hold blanks and brackets. */
static long session_of(const char *pid)
{
	char path[64], line[512];
	long session = -1;
	char *end;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%.20s/stat", pid);
	f = fopen(path, "r");
	if (!f)
		return -1;
	if (fgets(line, sizeof(line), f)) {
		end = strrchr(line, ')');
		if (end)
			sscanf(end + 1, " %*c %*d %*d %ld", &session);
	}
	fclose(f);
	return session;
}

static long pss_of(const char *pid)
{
	char path[64], line[256];
	long kb = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%.20s/smaps_rollup", pid);
	f = fopen(path, "r");
	if (!f)
		return 0;
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "Pss: %ld", &kb) == 1)
			break;
	fclose(f);
	return kb;
}

static long sample(void)
{
	struct dirent *de;
	long kb = 0;
	DIR *dir;

	dir = opendir("/proc");
	if (!dir)
		return 0;
	while ((de = readdir(dir)))
		if (isdigit((unsigned char)de->d_name[0]) &&
		    session_of(de->d_name) == child)
			kb += pss_of(de->d_name);
	closedir(dir);
	return kb;
}

static double cpu_of_children(void)
{
	struct rusage ru;

	getrusage(RUSAGE_CHILDREN, &ru);
	return ru.ru_utime.tv_sec + ru.ru_stime.tv_sec +
	       (ru.ru_utime.tv_usec + ru.ru_stime.tv_usec) / 1e6;
}

static int run(char **argv, const sigset_t *sigchld)
{
	child = fork();
	if (child < 0) {
		perror("measure: fork");
		return -1;
	}
	if (!child) {
		setsid();
		sigprocmask(SIG_UNBLOCK, sigchld, NULL);
		execvp(argv[0], argv);
		fprintf(stderr, "measure: %s: %s\n", argv[0], strerror(errno));
		_exit(127);
	}
	return 0;
}

/*
 * Waits for the child and gives its status; @ret_peak: most memory seen. SIGCHLD
 * is blocked and so ends the pause between two looks at once.
 */
static int watch(const sigset_t *sigchld, long *ret_peak)
{
	const struct timespec pause = { .tv_nsec = SAMPLE_NS };
	int status = 0;
	long kb;
	pid_t got;

	for (;;) {
		kb = sample();
		if (kb > *ret_peak)
			*ret_peak = kb;
		got = waitpid(child, &status, WNOHANG);
		if (got == child)
			break;
		if (got < 0 && errno != EINTR)
			return 127;
		sigtimedwait(sigchld, NULL, &pause);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
	long peak = 0;
	sigset_t sigchld;
	double start, end;
	int status;
	FILE *out;

	if (argc < 3) {
		fprintf(stderr, "usage: measure OUT COMMAND...\n");
		return 2;
	}
	out = fopen(argv[1], "w");
	if (!out) {
		perror(argv[1]);
		return 2;
	}
	signal(SIGINT, pass_on);
	signal(SIGTERM, pass_on);
	sigemptyset(&sigchld);
	sigaddset(&sigchld, SIGCHLD);
	sigprocmask(SIG_BLOCK, &sigchld, NULL);
	start = now();
	if (run(argv + 2, &sigchld) < 0)
		return 2;
	status = watch(&sigchld, &peak);
	end = now();
	fprintf(out, "%.2f %.2f %ld %d\n", end - start, cpu_of_children(), peak,
		status);
	if (fclose(out)) {
		perror(argv[1]);
		return 2;
	}
	return status;
}
