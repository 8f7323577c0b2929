// What a survey of unmarked code (HotRegions: Loops) reports, and which loops of
// a file that does speak of devices it passes over.
// RUN: %check --option=HotRegions=Loops %s %t
#include <cuda_runtime.h>
#include <torch/torch.h>
#include <torchsync/annotations.h>

torch::Tensor next();
torch::Device chosen();

float total() {
  float sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += next().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of this loop; {{.+}} [torchsync-item]
  return sum;
}

// A macro that makes up the function's name makes a test or a registration.
#define JOIN(A, B) A##B
#define NAME(A, B) JOIN(A, B)
#define TEST_CASE(Title) static void NAME(TestCase, __LINE__)()
TEST_CASE("sums") {
  for (int i = 0; i < 10; ++i)
    next().item<float>();
}
// What only test cases use is theirs.
static float summed() {
  float sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += next().item<float>();
  return sum;
}
static float shared() {
  float sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += next().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'item' makes the host wait for the device on every iteration of this loop; {{.+}} [torchsync-item]
  return sum;
}
TEST_CASE("helpers") {
  summed();
  shared();
}
float user() { return shared(); }

// One that is given the name defines a function like any other.
#define DEFINE(Name) void Name()
DEFINE(given) {
  for (int i = 0; i < 10; ++i)
    next().item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'item' makes the host wait for the device on every iteration of this loop; {{.+}} [torchsync-item]
}

// The body comes to this loop only now and then.
void report(int step) {
  if (step % 100 == 0)
    for (int i = 0; i < 10; ++i)
      next().item<float>();
  if (step > 100)
    for (int i = 0; i < 10; ++i)
      next().item<float>();
      // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'item' makes the host wait for the device on every iteration of this loop; {{.+}} [torchsync-item]
}

// What handles a file each time goes over files.
namespace std {
namespace filesystem {
void copy_file(const char *, const char *);
} // namespace filesystem
} // namespace std
void exported() {
  for (int i = 0; i < 10; ++i) {
    std::filesystem::copy_file("a", "b");
    next().item<float>();
  }
}
namespace cv {
bool imwrite(const char *, int);
} // namespace cv
void images() {
  for (int i = 0; i < 10; ++i) {
    next().item<float>();
    cv::imwrite("a.png", i);
  }
  for (int i = 0; i < 10; ++i) {
    torch::Tensor loss = next();
    loss.backward();
    loss.item<float>();
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'item' makes the host wait for the device on every iteration of this loop; {{.+}} [torchsync-item]
    cv::imwrite("a.png", i);
  }
}

// So does it when another loop calls it.
void flush() {
  for (int i = 0; i < 10; ++i) {
    next().item<float>();
    cv::imwrite("a.png", i);
  }
  next().item<float>();
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'item' makes the host wait for the device on every iteration of a loop; {{.+}} [torchsync-item]
}
void render() {
  for (int i = 0; i < 10; ++i)
    flush();
}

// So does it with the loops in it that only read elements.
void exportedPoses(torch::Tensor poses) {
  for (int i = 0; i < 10; ++i) {
    std::filesystem::copy_file("a", "b");
    torch::Tensor pose = poses[i];
    for (int j = 0; j < 4; ++j)
      pose[j].item<float>();
  }
  for (int epoch = 0; epoch < 10; ++epoch) {
    std::filesystem::copy_file("a", "b");
    for (int j = 0; j < 4; ++j)
      (poses * j).sum().item<float>();
      // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'item' makes the host wait for the device on every iteration of this loop; {{.+}} [torchsync-item]
  }
}

// Moving whole modules and saving is what start-up and checkpoints do.
void startup(std::vector<torch::nn::Linear> &layers, char *memory) {
  for (int i = 0; i < 10; ++i)
    cudaHostRegister(memory + i * 4096, 4096, 0);
  for (auto &layer : layers)
    layer->to(torch::kCUDA);
  TORCHSYNC_HOT for (auto &layer : layers)
    layer->to(torch::kCUDA);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'to' makes the host wait for the device on every iteration of this hot loop; {{.+}} [torchsync-hidden-sync]
}
